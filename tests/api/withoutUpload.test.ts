import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { copyProject } from '../support/copyProject.ts';
import { temporaryFolder } from '../support/databases.ts';
import { productFiles } from '../support/product.ts';
import { runProgram, type Program } from '../support/program.ts';

const folder = temporaryFolder();
const password = 'Without-Upload-1';
const running: Program[] = [];
afterAll(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await Promise.all(running.map(({ ended }) => ended));
});

it('starts without the folder of uploads, and has all of it again when that is back', async () => {
  const project = copyProject(
    folder(),
    productFiles.plugins.filter((name) => name !== 'upload'),
  );
  const dataDir = folder();
  const site = async <T>(use: (call: Call, token: string) => Promise<T>): Promise<T> => {
    const program = runProgram({ DATA_DIR: dataDir, ADMIN_PASSWORD: password }, project, 'src/server/main.ts');
    running.push(program);
    const call = callsOf(await program.address);
    const { data } = await call('/api/admin/Index/login', { username: 'admin', password });
    const result = await use(call, (data['userInfo'] as { token: string }).token);
    program.child.kill('SIGTERM');
    await program.ended;
    return result;
  };
  await site(async (call, token) => {
    expect((await call('/config.json')).data).not.toHaveProperty('upload');
    expect((await call('/api/admin/ajax/upload', new FormData(), token)).status).toBe(404);
    // Fields of files hold addresses that are typed in.
    const avatar = { avatar: 'https://elsewhere.example/a.png' };
    expect(await call('/api/admin/routine.AdminInfo/edit', { id: 1, ...avatar }, token)).toMatchObject({ code: 1 });
  });
  cpSync(join(import.meta.dirname, '../../plugins/upload'), join(project, 'plugins/upload'), { recursive: true });
  await site(async (call, token) => {
    const form = new FormData();
    form.append('file', new File(['words'], 'a.txt', { type: 'text/plain' }));
    const { code, data } = await call('/api/admin/ajax/upload', form, token);
    expect(code).toBe(1);
    expect((await call((data['file'] as { url: string }).url)).text).toBe('words');
  });
});

interface Answered {
  readonly status: number;
  readonly text: string;
  readonly code: number | undefined;
  readonly data: Readonly<Record<string, unknown>>;
}
type Call = (path: string, body?: FormData | Readonly<Record<string, unknown>>, token?: string) => Promise<Answered>;

function callsOf(address: string): Call {
  return async (path, body, token = '') => {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${address}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { batoken: token, ...(!isForm && { 'content-type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const json = text.startsWith('{') ? (JSON.parse(text) as { code?: number; data?: Answered['data'] }) : {};
    return { status: answer.status, text, code: json.code, data: json.data ?? {} };
  };
}
