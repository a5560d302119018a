import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { copyProject } from '../support/copyProject.ts';
import { temporaryFolder } from '../support/databases.ts';

const root = join(import.meta.dirname, '../..');
const makeFolder = temporaryFolder();
let folder = '';
let address = '';
let output = '';
let token = '';
let dev: ChildProcess;
/** What is said of a change of this table. */
const restarted = 'The server has restarted: resources/note.ts changed.\n';
/** What the browser's pages are told. */
const reported: string[] = [];

const call = async (path: string, init: RequestInit = {}): Promise<{ code: number; data: unknown }> =>
  (await (await fetch(`${address}/api/admin/${path}`, init)).json()) as { code: number; data: unknown };
const openPage = (heard: string[]): WebSocket => {
  const page = new WebSocket(address.replace('http', 'ws'), 'vite-hmr');
  page.addEventListener('message', ({ data }) => heard.push(String(data)));
  return page;
};
const codeOf = async (controller: string): Promise<number> =>
  (await call(`${controller}/index`, { headers: { batoken: token } })).code;

beforeAll(async () => {
  // Plugins of its own: with the product's, each of thirty starts would take half as long again.
  folder = copyProject(makeFolder(), []);
  mkdirSync(join(folder, 'plugins'));
  dev = spawn(process.execPath, ['tools/dev.ts'], {
    cwd: folder,
    env: {
      ...process.env,
      // One that was looked for here might be somebody else's by then.
      PORT: '0',
      DATA_DIR: 'data',
      DATABASE_URL: '',
      LC_ALL: 'en',
      ADMIN_PASSWORD: 'secret-123',
    },
  });
  for (const stream of [dev.stdout!, dev.stderr!]) stream.on('data', (data: Buffer) => (output += data.toString()));
  const ready = /Developing on http:\/\/localhost:(\d+) /;
  await vi.waitUntil(() => ready.test(output), { timeout: 300_000 });
  address = `http://127.0.0.1:${ready.exec(output)![1]}`;
  openPage(reported);
  await vi.waitUntil(() => reported.length > 0, { timeout: 300_000 });
  const { data } = await call('Index/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'secret-123' }),
  });
  token = (data as { userInfo: { token: string } }).userInfo.token;
});
afterAll(async () => {
  const closed = new Promise((resolve) => dev.once('close', resolve));
  dev.kill('SIGTERM');
  await closed;
});

it('serves pages that reload themselves, and calls, on one port', async () => {
  const page = await fetch(`${address}/admin/content/article`, { headers: { accept: 'text/html' } });
  expect(await page.text()).toContain('/@vite/client');
  expect(await codeOf('auth.admin')).toBe(1);
  const site = await fetch(`${address}/config.json`);
  expect(await site.json()).toHaveProperty('siteName');
});

it('starts the server anew with a table that was added, without losing a call meanwhile', async () => {
  expect(await codeOf('note')).toBe(0);
  writeFileSync(
    join(folder, 'resources/note.ts'),
    "import { f, table } from '#resource';\nexport default table('note', { title: f.text({ required: true }) }).resource();\n",
  );
  const codes = new Set<unknown>();
  await expect
    .poll(
      async () => {
        codes.add(await codeOf('auth.admin'));
        return codeOf('note');
      },
      { interval: 50 },
    )
    .toBe(1);
  expect([...codes]).toEqual([1]);
  await expect.poll(() => reported).toContainEqual(expect.stringContaining('full-reload'));
  // What is printed comes another way than what pages are told, and may come later.
  await expect.poll(() => output).toContain(restarted);
});

it('says in one line why it has started anew, and has pages reload themselves then', async () => {
  reported.length = 0;
  output = '';
  writeFileSync(
    join(folder, 'resources/note.ts'),
    "import { f, table } from '#resource';\nexport default table('note', { title: f.text({ required: true }), body: f.text() }).resource();\n",
  );
  await expect
    .poll(async () => (await call('note/manifest', { headers: { batoken: token } })).data)
    .toHaveProperty('fields.body');
  await expect.poll(() => reported).toContainEqual(expect.stringContaining('full-reload'));
  await expect.poll(() => output).toContain(restarted);
  // A file that is seen twice, half written and whole, makes two restarts: of each there is one line.
  expect(output.replaceAll(restarted, '')).toBe('');
  expect(reported.every((message) => message.includes('full-reload'))).toBe(true);
});

describe('every change', () => {
  const file = (name: string): string => join(folder, name);
  /** The way most editors save: a new file takes the place of the old one. */
  const saveByRename = (name: string, text: string): void => {
    writeFileSync(file(`${name}~`), text);
    renameSync(file(`${name}~`), file(name));
  };
  const declared = (name: string, field: string): string =>
    `import { f, table } from '#resource';\nexport default table('${name}', { ${field}: f.text() }).resource();\n`;
  const fieldsOf = async (name: string): Promise<string[]> => {
    const { data } = await call(`${name}/manifest`, { headers: { batoken: token } });
    return Object.keys((data as { fields?: object } | null)?.fields ?? {});
  };
  const expectField = (name: string, field: string) =>
    expect.poll(() => fieldsOf(name), { interval: 100 }).toContain(field);

  it('is seen when it is saved by rename, again and again', async () => {
    for (const field of ['one', 'two', 'three', 'four']) {
      saveByRename(
        'resources/renamed.ts',
        declared('renamed', field).replace('.resource()', ".resource({ dropped: ['one', 'two', 'three'] })"),
      );
      await expectField('renamed', field);
    }
  });

  it('is seen in files of a new folder, and when a file goes', async () => {
    mkdirSync(file('plugins/fresh'));
    const module = file('plugins/fresh/table.ts');
    writeFileSync(
      module,
      "import { f, table } from '#resource';\nexport const fresh = table('fresh', { a: f.text() });\n",
    );
    writeFileSync(
      file('plugins/fresh/server.ts'),
      "import { definePlugin } from '#plugin';\nimport { fresh } from './table.ts';\nexport default definePlugin({ name: 'fresh', resources: [fresh.resource()] });\n",
    );
    await expectField('fresh', 'a');
    saveByRename(
      'plugins/fresh/table.ts',
      "import { f, table } from '#resource';\nexport const fresh = table('fresh', { a: f.text(), b: f.text() });\n",
    );
    await expectField('fresh', 'b');
    rmSync(file('plugins/fresh'), { recursive: true });
    await expect.poll(() => codeOf('fresh')).toBe(0);
  });

  it('is seen of git stash and git stash pop', async () => {
    const git = (...words: string[]) =>
      execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...words], { cwd: folder, stdio: 'ignore' });
    const plugin = (word: string): string =>
      `export default { name: 'word', routes: [{ method: 'GET', url: '/admin/word/get', node: 'everyone', handler: () => '${word}' }] };\n`;
    const expectWord = (word: string) =>
      expect.poll(async () => (await call('word/get')).data, { interval: 100 }).toBe(word);
    writeFileSync(file('.gitignore'), 'node_modules\ndata\n');
    mkdirSync(file('plugins/word'));
    writeFileSync(file('plugins/word/server.ts'), plugin('before'));
    await expectWord('before');
    git('init');
    git('add', '-A');
    git('commit', '-m', 'x');
    writeFileSync(file('plugins/word/server.ts'), plugin('after'));
    await expectWord('after');
    for (let round = 0; round < 2; round += 1) {
      output = '';
      git('stash');
      await expectWord('before');
      git('stash', 'pop');
      await expectWord('after');
    }
    rmSync(file('.git'), { recursive: true });
    rmSync(file('plugins/word'), { recursive: true });
    await expect.poll(async () => (await call('word/get')).code).toBe(0);
  });

  it('of what only the browser loads starts nothing anew', async () => {
    output = '';
    mkdirSync(file('plugins/page/web'), { recursive: true });
    writeFileSync(file('plugins/page/web/part.ts'), 'export const part = 1;\n');
    writeFileSync(file('plugins/page/web.tsx'), "import './web/part.ts';\n");
    saveByRename('plugins/page/web.tsx', "import './web/part.ts';\nexport {};\n");
    // What the server does load comes after it, and is the only reason that is named; or its folder, which is new.
    writeFileSync(file('plugins/page/server.ts'), "export default { name: 'page' };\n");
    await expect.poll(() => output).toMatch(/restarted: [^\n]*plugins\/page(?:\/server\.ts|,| )/);
    expect(output).not.toMatch(/restarted: [^\n]*web/);
    rmSync(file('plugins/page'), { recursive: true });
  });
});

it('shows pages and texts of a plugin that was added, and no more when it is gone', async () => {
  const textOf = async (file: string): Promise<string> => (await fetch(`${address}/${file}`)).text();
  const plugin = join(folder, 'plugins/hello');
  expect(await textOf('plugins/loadPlugins.ts')).not.toContain('plugins/hello/web.tsx');
  reported.length = 0;
  mkdirSync(join(plugin, 'locales/en'), { recursive: true });
  writeFileSync(
    join(plugin, 'web.tsx'),
    "import { definePlugin, registerHeaderEntry } from '#web';\nconst register = () => registerHeaderEntry('hello', () => <i>hello</i>);\nexport default definePlugin({ name: 'hello', register });\n",
  );
  writeFileSync(join(plugin, 'locales/en/hello.json'), '{ "word": "hello" }\n');
  await expect.poll(() => textOf('plugins/loadPlugins.ts')).toContain('plugins/hello/web.tsx');
  // Its texts are listed in its own `#web`.
  await expect.poll(() => textOf('@id/__x00__plugin-host:hello')).toContain('plugins/hello/locales/en/hello.json');
  writeFileSync(join(plugin, 'locales/en/more.json'), '{ "word": "more" }\n');
  await expect.poll(() => textOf('@id/__x00__plugin-host:hello')).toContain('plugins/hello/locales/en/more.json');
  await expect.poll(() => reported).toContainEqual(expect.stringContaining('full-reload'));
  rmSync(plugin, { recursive: true });
  await expect.poll(() => textOf('plugins/loadPlugins.ts')).not.toContain('plugins/hello/web.tsx');
});

it('names what is wrong with a file, and is back when it is gone', async () => {
  const file = join(folder, 'resources/wrong.ts');
  writeFileSync(
    file,
    "import { f, table } from '#resource';\nexport default table('wrong', {\n  section: f.belongsTo('nowhere'),\n}).resource();\n",
  );
  await expect.poll(() => reported).toContainEqual(expect.stringMatching(/"error".*resources\/wrong\.ts:3: .*section/));
  await expect.poll(() => output).toMatch(/resources\/wrong\.ts:3: .*section/);
  expect(await codeOf('note')).toBe(1);
  const server = join(folder, 'src/server/config/config.ts');
  writeFileSync(server, 'throw new Error("ends at once");\n');
  writeFileSync(join(folder, 'src/server/main.ts'), "await import('./config/config.ts');\n");
  await expect.poll(async () => (await fetch(`${address}/api/admin/note/index`)).status).toBe(503);
  await expect.poll(() => reported).toContainEqual(expect.stringMatching(/"error".*ends at once/));
  const later: string[] = [];
  const page = openPage(later);
  await expect.poll(() => later).toContainEqual(expect.stringMatching(/"error".*ends at once/));
  page.close();
  cpSync(join(root, 'src/server/config/config.ts'), server);
  cpSync(join(root, 'src/server/main.ts'), join(folder, 'src/server/main.ts'));
  rmSync(file);
  // Three files changed: perhaps it starts more than once.
  await expect.poll(() => codeOf('note')).toBe(1);
});
