import { sql } from 'kysely';
import { expect } from 'vitest';
import { f, settings, table } from '#resource';
import type { ServerPlugin } from '#plugin';
import { testPlugin, waitingTransactions, type TestServer } from '#test';
import { upload } from '../server.ts';
import { send } from './send.ts';

const board = table('upload_board', { cover: f.image() });
const stall = settings('upload_stall', { stall_sign: f.image() });
declare module '#resource' {
  interface Tables {
    upload_board: typeof board;
  }
  interface SettingsGroups {
    upload_stall: typeof stall;
  }
}

const plugins: ServerPlugin[] = [
  upload(),
  {
    name: 'boards',
    settings: [stall.group({ label: { 'zh-cn': '摊位', en: 'Stall' } })],
    resources: [board.resource({ page: false })],
  },
];
/** Runs the nightly job now. */
const tidy = async (): Promise<void> => {
  const { run } = plugins[0]!.jobs!.find(({ name }) => name === 'tidy')!;
  await run({ signal: new AbortController().signal } as never);
};
type Write = Parameters<Parameters<TestServer['app']['database']['write']>[0]>[0];

/** Changes something as whoever saves a row does, who holds its file: at the end, when the job has found out that the account is wrong. */
async function changeMeanwhile(
  { app: { database } }: TestServer,
  file: number,
  change: (write: Write) => Promise<void>,
) {
  let tidied: Promise<void> | undefined;
  await database.write(async (write) => {
    await sql`SELECT 1 FROM attachment WHERE id = ${file} FOR UPDATE`.execute(write.db);
    tidied ??= tidy();
    await expect.poll(() => waitingTransactions(database)).toBe(1);
    await change(write);
  });
  await tidied;
}

// On SQLite one transaction follows the other.
testPlugin.onPostgres('the nightly job counts uses by what rows hold at last', plugins, async (server) => {
  const { file } = await send(server, { bytes: 'one', token: await server.signIn() });
  const [boards, uses] = [server.app.gate.rows('upload_board'), server.app.gate.rows('attachment_use')];
  const { id } = await boards.add({ cover: file.url });
  const [use] = await uses.list();
  await uses.del([use!.id]);
  await changeMeanwhile(server, file.id, async ({ db, touch }) => {
    await sql`UPDATE upload_board SET cover = NULL`.execute(db);
    touch('upload_board');
  });
  expect(await uses.count()).toBe(0);

  const kept = { attachment_id: file.id, table_name: 'upload_board', field: 'cover', row_id: id };
  await uses.add(kept);
  await changeMeanwhile(server, file.id, async ({ db, touch }) => {
    await sql`UPDATE upload_board SET cover = ${file.url}`.execute(db);
    touch('upload_board');
  });
  expect(await uses.list()).toMatchObject([kept]);
});

testPlugin.onPostgres('the nightly job takes no use from a row that comes back', plugins, async (server) => {
  const { file } = await send(server, { bytes: 'one', token: await server.signIn() });
  const uses = server.app.gate.rows('attachment_use');
  const kept = { attachment_id: file.id, table_name: 'upload_board', field: 'cover', row_id: 4000 };
  await uses.add(kept);
  await changeMeanwhile(server, file.id, async ({ db, touch }) => {
    await sql`INSERT INTO upload_board (id, cover) VALUES (4000, ${file.url})`.execute(db);
    touch('upload_board');
  });
  expect(await uses.list()).toMatchObject([kept]);
});

testPlugin.onPostgres('the nightly job counts uses by what settings hold at last', plugins, async (server) => {
  const token = await server.signIn();
  const { file } = await send(server, { bytes: 'one', token });
  const uses = server.app.gate.rows('attachment_use');
  const body = { stall_sign: file.url };
  expect((await server.request('POST', '/api/admin/routine.Config/edit', { token, body })).json.code).toBe(1);
  const [use] = await uses.list();
  await uses.del([use!.id]);
  await changeMeanwhile(server, file.id, async ({ db, touch }) => {
    await sql`UPDATE setting SET value = '{}' WHERE name = 'upload_stall'`.execute(db);
    touch('setting');
  });
  expect(await uses.count()).toBe(0);
});
