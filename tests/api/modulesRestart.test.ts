import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { copyProject } from '../support/copyProject.ts';
import { temporaryFolder } from '../support/databases.ts';
import { runProgram, type Program } from '../support/program.ts';

const folder = temporaryFolder();
const running: Program[] = [];
afterAll(() => running.forEach(({ child }) => child.kill('SIGKILL')));

it('makes the application anew in the same process, and again', async () => {
  const project = copyProject(folder());
  mkdirSync(join(project, 'plugins/tide'));
  writeFileSync(
    join(project, 'plugins/tide/server.ts'),
    `import { definePlugin } from '#plugin';
    export default definePlugin({
      name: 'tide',
      routes: [{ method: 'GET', url: '/tide', node: 'everyone', handler: () => process.pid }],
    });`,
  );
  const program = runProgram({ DATA_DIR: folder(), LC_ALL: 'en', ADMIN_PASSWORD: 'Admin-123' }, project);
  running.push(program);
  const address = await program.address;
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${address}/api${path}`, init);
    return { status: answer.status, ...((await answer.json()) as { code: number; data: never }) };
  };
  const post = (path: string, body: object, headers = {}) =>
    ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const { userInfo } = (await post('/admin/Index/login', { username: 'admin', password: 'Admin-123' })).data as {
    userInfo: { token: string };
  };
  const turn = (state: number) =>
    post('/admin/module/changeState', { uid: 'tide', state }, { batoken: userInfo.token });
  /** Undefined while the server is away, and 503 while it closes. */
  const tide = async () => ask('/tide').catch(() => undefined);

  const before = await tide();
  expect(before).toMatchObject({ code: 1, data: program.child.pid });
  expect(await turn(0)).toMatchObject({ code: 1 });
  await expect.poll(async () => (await tide())?.status).toBe(404);
  expect(await turn(1)).toMatchObject({ code: 1 });
  await expect.poll(tide).toMatchObject({ code: 1, data: program.child.pid });
  program.child.kill('SIGTERM');
  expect(await program.ended).toBe(0);
});
