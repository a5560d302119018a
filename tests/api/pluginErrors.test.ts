import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyProjectAgain } from '../support/copyProject.ts';
import { temporaryFolder } from '../support/databases.ts';
import { runProgram, type Program } from '../support/program.ts';

const folder = temporaryFolder();
const running: Program[] = [];
afterAll(() => running.forEach(({ child }) => child.kill('SIGKILL')));

/** The server with these files beside its own. */
function run(files: Readonly<Record<string, string>>): Program {
  const project = copyProjectAgain();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(project, name, '..'), { recursive: true });
    writeFileSync(join(project, name), text);
  }
  running.push(runProgram({ DATA_DIR: folder(), LC_ALL: 'en', ADMIN_PASSWORD: 'Admin-123' }, project));
  return running.at(-1)!;
}
const ask = async (address: string, path: string, init: RequestInit = {}) =>
  (await (await fetch(`${address}/api/admin/${path}`, init)).json()) as { code: number; data: never };
async function failures(address: string): Promise<string[]> {
  const { data } = await ask(address, 'Index/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'Admin-123' }),
  });
  const { token } = (data as { userInfo: { token: string } }).userInfo;
  const overview = await ask(address, 'Dashboard/index', { headers: { batoken: token } });
  return (overview.data as { failures: { text: string }[] }).failures.map(({ text }) => text);
}

describe('what a plugin leaves behind', () => {
  let program: Program;
  let address = '';
  beforeAll(async () => {
    program = run({
      'plugins/wild/server.ts': `
        import { connect } from 'node:net';
        import { definePlugin } from '#plugin';
        import { f, table } from '#resource';
        const fails = (what: string) => { throw new Error(what + ' broke'); };
        const later = async (what: string) => { await new Promise((resolve) => setTimeout(resolve, 5)); fails(what); };
        setTimeout(() => fails('timer at load'), 5);
        void later('promise at load');
        const wild = table('wild', { text: f.text() });
        export default definePlugin({
          name: 'wild',
          resources: [wild.resource({ hooks: { afterCommit: () => { setTimeout(() => fails('timer of a hook'), 5); } } })],
          routes: [{
            method: 'GET', url: '/admin/wild/go', node: 'everyone',
            handler() { void later('promise of a route'); setImmediate(() => fails('immediate of a route')); return 'gone'; },
          }],
          async start(host) {
            setInterval(() => fails('interval of start'), 20);
            void later('promise of start');
            connect(1, '127.0.0.1');
            void host.rows('wild' as never, { realm: 'system' } as never).add({ nothing: 1 } as never);
          },
        });`,
      'resources/loose.ts': `
        import { f, table } from '#resource';
        setTimeout(() => { throw new Error('timer of a table broke'); }, 5);
        export default table('loose', { text: f.text() }).resource();`,
    });
    address = await program.address;
  });

  it('is named, and the server goes on', async () => {
    expect((await ask(address, 'wild/go')).data).toBe('gone');
    const wanted = [
      'an error that it did not catch: timer at load broke',
      'a promise that it did not wait for: promise at load broke',
      'an error that it did not catch: interval of start broke',
      'a promise that it did not wait for: promise of start broke',
      'a promise that it did not wait for: promise of a route broke',
      'an error that it did not catch: immediate of a route broke',
      'an error that it did not catch: connect ECONNREFUSED 127.0.0.1:1',
      'a promise that it did not wait for: validate:unknownField',
    ].map((each) => `plugin wild: ${each}`);
    await expect
      .poll(() => failures(address))
      .toEqual(
        expect.arrayContaining([
          ...wanted,
          'resources/loose.ts: an error that it did not catch: timer of a table broke',
        ]),
      );
    for (const text of wanted) await expect.poll(() => program.output.out).toContain(text);
    expect(program.child.exitCode).toBeNull();
  });

  it('fills the log no faster than once a second', () => {
    const lines = program.output.out.split('\n').filter((line) => line.includes('interval of start broke'));
    const times = lines.map((line) => (JSON.parse(line) as { time: number }).time);
    expect(times.every((time, at) => at === 0 || time - times[at - 1]! >= 900)).toBe(true);
  });

  it('does not keep it from stopping', async () => {
    program.child.kill('SIGTERM');
    expect(await program.ended).toBe(0);
  });
});

describe('an error that is nobody else’s', () => {
  it('ends the server in good order', async () => {
    const project = copyProjectAgain();
    writeFileSync(
      join(project, 'src/server/broken.ts'),
      // A signal that nobody else listens to: most others end the server themselves.
      `process.once('SIGWINCH', () => setTimeout(() => { throw new Error('our own timer broke'); }));\n`,
    );
    const file = join(project, 'src/server/main.ts');
    const { readFileSync } = await import('node:fs');
    writeFileSync(file, `import './broken.ts';\n${readFileSync(file, 'utf8')}`);
    const program = runProgram({ DATA_DIR: folder() }, project);
    running.push(program);
    await program.address;
    program.child.kill('SIGWINCH');
    expect(await program.ended).toBe(1);
    expect(program.output.out).toContain('our own timer broke');
  });
});

describe('a plugin that is not what it should be', () => {
  it('is named, and the others are served', async () => {
    const plugin = (text: string): string => `export default ${text} as never;\n`;
    const program = run({
      'plugins/lists/server.ts': plugin(`{ name: 'lists', routes: {}, cards: 'x' }`),
      'plugins/menus/server.ts': plugin(`{ name: 'menus', menu: [{ path: undefined, label: 'x' }] }`),
      'plugins/spaces/server.ts': plugin(`{ name: 'spaces', menu: [{ path: 'a b', label: 'x' }] }`),
      'plugins/empty/server.ts': plugin(`null`),
      'plugins/throws/server.ts': `throw new Error('no plugin today');\n`,
      'plugins/good/server.ts': plugin(
        `{ name: 'good', routes: [{ method: 'GET', url: '/admin/good/go', node: 'everyone', handler: () => 1 }] }`,
      ),
    });
    const address = await program.address;
    expect(await ask(address, 'good/go')).toMatchObject({ code: 1, data: 1 });
    await expect.poll(() => program.output.err.trim().split('\n').length).toBe(5);
    for (const said of [
      /^plugins\/lists\/server\.ts(:\d+)?: .*routes.*list/m,
      /^plugins\/menus\/server\.ts(:\d+)?: menu: .*path/m,
      /^plugins\/spaces\/server\.ts(:\d+)?: menu: .*"a b"/m,
      /^plugins\/empty\/server\.ts: its default export is no plugin/m,
      /^plugins\/throws\/server\.ts:1: no plugin today/m,
    ])
      expect(program.output.err).toMatch(said);
    const reported = await failures(address);
    expect(reported).toHaveLength(5);
  });
});
