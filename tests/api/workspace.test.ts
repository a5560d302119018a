import { appendFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { copyProjectAgain } from '../support/copyProject.ts';
import { temporaryFolder } from '../support/databases.ts';
import { runProgram, type Program } from '../support/program.ts';

const example = join(import.meta.dirname, '../examples/workspace/archive');
const folder = temporaryFolder();
const running: Program[] = [];
afterAll(() => running.forEach(({ child }) => child.kill('SIGKILL')));

const start = (project: string): Program => {
  running.push(runProgram({ DATA_DIR: folder(), LC_ALL: 'en', ADMIN_PASSWORD: 'Admin-123' }, project));
  return running.at(-1)!;
};
/** The product with the example as a plugin, whose package nobody has installed. */
function withPlugin(): string {
  const project = copyProjectAgain();
  cpSync(example, join(project, 'plugins/archive'), { recursive: true });
  return project;
}
/** Stands in for the package, where npm puts one that others want in another version. */
function install(project: string): void {
  const place = join(project, 'plugins/archive/node_modules/fflate');
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'package.json'), '{ "name": "fflate", "type": "module", "exports": "./index.js" }');
  writeFileSync(join(place, 'index.js'), 'export const strToU8 = String;\nexport const zipSync = JSON.stringify;\n');
}

it('a plugin with a package.json has packages of its own, and the product as all others', async () => {
  const project = withPlugin();
  install(project);
  const program = start(project);
  const address = await program.address;
  const post = async (path: string, body: object, headers = {}) =>
    (
      await fetch(`${address}/api/admin/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
    ).json() as Promise<{ data: { userInfo: { token: string } } }>;
  const { data } = await post('Index/login', { username: 'admin', password: 'Admin-123' });
  const headers = { batoken: data.userInfo.token, 'think-lang': 'en' };
  const zip = async () => (await fetch(`${address}/api/admin/archive.zip/index`, { headers })).text();
  expect(await zip()).toContain('There are no notes to archive.');
  await post('archive.note/add', { title: 'One' }, headers);
  expect(await zip()).toBe('{"1.txt":"One\\n\\n"}');
  expect(program.output.err).toBe('');
});

it('a package that is not installed is named, with what to do, and the rest runs', async () => {
  const project = withPlugin();
  appendFileSync(join(project, 'plugins/archive/server.ts'), "import 'no-such-package';\n");
  const program = start(project);
  const address = await program.address;
  expect(program.output.err).toMatch(
    /^plugins\/archive\/server\.ts: there is no package "no-such-package"\. Name it in "dependencies" of plugins\/archive\/package\.json and run "npm install"\.\n$/,
  );
  expect((await fetch(`${address}/config.json`)).status).toBe(200);
});

it('a package.json without "type": "module" is named', async () => {
  const project = withPlugin();
  install(project);
  writeFileSync(join(project, 'plugins/archive/package.json'), '{ "name": "archive" }');
  const program = start(project);
  await program.address;
  expect(program.output.err).toMatch(/^plugins\/archive\/package\.json(?::1)?: write "type": "module"\.\n$/);
});
