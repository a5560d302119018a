import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyProjectAgain } from '../support/copyProject.ts';
import { temporaryFolder } from '../support/databases.ts';
import { runProgram, type Program } from '../support/program.ts';

const folder = temporaryFolder();
const running: Program[] = [];
afterAll(() => running.forEach(({ child }) => child.kill('SIGKILL')));

const realm = (name: string): string => `{
    name: '${name}', base: '/${name}', tokenHeader: 'x-club-token', refreshed: 'club-refresh',
    signInPage: { routePath: '/${name}/login', routeName: 'login' }, startPage: { routePath: '/${name}', routeName: 'start' },
    signIn: '/${name}/login/index', signOut: '/${name}/login/logout', start: '/${name}/start/index', accounts: 'admin',
  }`;

/** By plugin: its parts, and what is said of them. Each begins with a good one that has the name first. */
const plugins: readonly (readonly [name: string, parts: string, said?: RegExp])[] = [
  [
    'aaa',
    `realms: [${realm('club')}], settings: [settings('tide', { tide_place: f.text() }).group({ label: 'Tide' })],
  routes: [{ method: 'GET', url: '/club/news', node: 'everyone', handler: () => 'aaa' }],
  commands: [{ name: 'site.build', label: 'Build', argv: ['make'], node: 'site/build' }]`,
  ],
  ['needs', `uses: ['nobodys']`, /server\.ts(?::\d+)?: uses: no plugin provides "nobodys"\./],
  [
    'route',
    `routes: [{ method: 'GET', url: '/club/news', node: 'everyone', handler: () => 1 }]`,
    /server\.ts:5: plugin route: route GET \/club\/news: GET \/api\/club\/news is taken by plugin aaa\. Use another address\./,
  ],
  [
    'realm',
    `realms: [${realm('club')}]`,
    /server\.ts: plugin realm: realm "club": "club" has the same name, base or tokenHeader already; choose others\./,
  ],
  [
    'group',
    `settings: [settings('tide', { tide_time: f.text() }).group({ label: 'Tide' })]`,
    /server\.ts: plugin group: settings "tide": There is a setting or group "tide" already; choose another name\./,
  ],
  [
    'command',
    `commands: [{ name: 'site.build', label: 'Build', argv: ['make'], node: 'site/build' }]`,
    /server\.ts: plugin command: command "site\.build" is one of the plugin aaa already; choose another name\./,
  ],
  [
    'field',
    `extensions: [extend('admin', { a: f.int() }).with({ list: { columns: ['nothing'] } })]`,
    /server\.ts:5: extend\('admin'\): .*"nothing"/,
  ],
  [
    'strays',
    `menu: [{ path: 'strays/page', label: 'Strays', buttons: { index: 'View' } }],
  routes: [{ method: 'GET', url: '/admin/strays.page/index', node: 'strays/pgae/index', handler: () => 'strays' }]`,
    /server\.ts(?::\d+)?: plugin strays: route GET \/admin\/strays\.page\/index: node: no group can be given "strays\/pgae\/index", which no table or menu declares\. Did you mean "strays\/page\/index"\?/,
  ],
  ['misspelt', `menus: [{ path: 'site/tide', label: 'Tide' }]`, /server\.ts(?::\d+)?: .*"menus".*"menu"/],
  ['table', `resources: [table('admin', { a: f.int() }).resource()]`, /server\.ts(?::\d+)?: .*"admin"/],
];

/** Files that cannot be run at all: their folder, their text, and what is said of them. */
const unusable = [
  ['broken', 'export default {\n', /^plugins\/broken\/server\.ts(?::\d+)?: .*Unexpected/],
  ['absent', "import { tide } from './tide.ts';\nexport default tide;\n", /^plugins\/absent\/server\.ts: .*tide\.ts/],
  ['none', 'export const nothing = 1;\n', /^plugins\/none\/server\.ts: its default export is no plugin/],
] as const;

let program: Program;
let address = '';
beforeAll(async () => {
  const project = copyProjectAgain();
  for (const [name, parts] of plugins) {
    mkdirSync(join(project, 'plugins', name));
    writeFileSync(
      join(project, 'plugins', name, 'server.ts'),
      `import { definePlugin } from '#plugin';
import { extend, f, settings, table } from '#resource';
export const used = [extend, f, settings, table];
export default definePlugin({ name: '${name}',
  ${parts},
});
`,
    );
  }
  for (const [name, text] of unusable) {
    mkdirSync(join(project, 'plugins', name));
    writeFileSync(join(project, 'plugins', name, 'server.ts'), text);
  }
  program = runProgram({ DATA_DIR: folder(), LC_ALL: 'en', ADMIN_PASSWORD: 'Admin-123' }, project);
  running.push(program);
  address = await program.address;
});

it.each(plugins.flatMap(([name, , said]) => (said ? [[name, said] as const] : [])))(
  'the plugin %s is named with its file and what to write instead',
  async (name, said) => {
    const lines = (): string[] => program.output.err.split('\n').filter((line) => line.startsWith(`plugins/${name}/`));
    await expect.poll(lines).toEqual([expect.stringMatching(said)]);
  },
);

it('those that cannot be loaded stand on the page of the plugins, with file and reason', async () => {
  const ask = async (path: string, init: RequestInit) =>
    (await (await fetch(`${address}/api/admin/${path}`, init)).json()) as { data: never };
  const { userInfo } = (
    await ask('Index/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: 'Admin-123' }),
    })
  ).data as { userInfo: { token: string } };
  const { data } = await ask('module/index', { headers: { batoken: userInfo.token } });
  // What uses a service that nobody provides, or has a part that there is not, has been left out as well.
  const left = plugins.filter(([name]) => name === 'needs' || name === 'misspelt');
  const expected = [
    ...left.map(([name, , said]) => [name, said!] as const),
    ...unusable.map(([name, , said]) => [name, said] as const),
  ];
  expect(data).toMatchObject({
    unusable: expected
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, said]) => ({ folder: name, faults: [expect.stringMatching(said)] })),
  });
});

it('the rest runs, and nothing else is said', async () => {
  expect(program.output.err.trim().split('\n')).toHaveLength(plugins.length - 1 + unusable.length);
  expect(await (await fetch(`${address}/api/club/news`)).json()).toMatchObject({ code: 1, data: 'aaa' });
  // A route whose permission nobody has answers those who may do everything, and others as before.
  expect(await (await fetch(`${address}/api/admin/strays.page/index`)).json()).toMatchObject({ code: 302 });
});
