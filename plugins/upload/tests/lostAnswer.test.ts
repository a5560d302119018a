import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runProgram, startPostgres, type Program, type RunningPostgres, type TestServer } from '#test';
import { send } from './send.ts';

const root = join(import.meta.dirname, '../../..');
const password = 'Lost-Answer-1';
const dataDir = mkdtempSync(join(tmpdir(), 'lost-'));
/** What PostgreSQL says when a transaction has ended. */
const idle = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

let postgres: RunningPostgres;
let program: Program;
let line: Server;
/** In what is sent to the database, the mark of the transaction whose end the server never hears of. */
let wanted: string | undefined;
let lost = 0;

/** Between the server and its database: hangs up when the transaction with the mark has ended, before that is told. */
function carry(client: Socket, port: number): void {
  const database = connect(port, '127.0.0.1');
  let isMarked = false;
  client.on('data', (sent) => {
    isMarked ||= wanted !== undefined && sent.includes(wanted);
    database.write(sent);
  });
  database.on('data', (answer) => {
    if (!isMarked || !answer.includes(idle)) return void client.write(answer);
    wanted = undefined;
    lost += 1;
    client.destroy();
  });
  for (const [one, other] of [
    [client, database],
    [database, client],
  ] as const)
    one.on('error', () => {}).on('close', () => other.destroy());
}

beforeAll(async () => {
  postgres = await startPostgres();
  await postgres.createDatabase('lost');
  const { port } = new URL(postgres.url);
  line = createServer((client) => carry(client, Number(port)));
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  const url = new URL(`${postgres.url}/lost`);
  url.host = `127.0.0.1:${(line.address() as AddressInfo).port}`;
  program = runProgram(
    { DATA_DIR: dataDir, ADMIN_PASSWORD: password, DATABASE_URL: url.href },
    root,
    'src/server/main.ts',
  );
  await program.address;
});
afterAll(async () => {
  program.child.kill('SIGKILL');
  await program.ended;
  line.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

it('a file stays that a row has, though the answer to the commit was lost', async () => {
  const server = { address: await program.address, dataDir } as TestServer;
  const { address } = server;
  const signedIn = await fetch(`${address}/api/admin/Index/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });
  const { data } = (await signedIn.json()) as { data: { userInfo: { token: string } } };
  const { token } = data.userInfo;
  const hash = (text: string): string => createHash('sha1').update(text).digest('hex');
  const served = async (url: string) => (await fetch(`${address}${url}`)).text();

  wanted = hash('uploaded');
  const { code, file } = await send(server, { bytes: 'uploaded', token });
  // It is found to be there, by who it is and what it holds.
  expect([lost, code]).toEqual([1, 1]);
  expect(await served(file.url)).toBe('uploaded');

  wanted = hash('replaced');
  const form = new FormData();
  form.append('id', String(file.id));
  form.append('file', new File(['replaced'], 'b.txt'));
  const url = `${address}/api/admin/routine.attachment/replace`;
  const answer = await fetch(url, { method: 'POST', body: form, headers: { batoken: token } });
  expect([lost, answer.status]).toEqual([2, 503]);
  expect(await served(file.url)).toBe('replaced');
});
