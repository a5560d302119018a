import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { expect } from 'vitest';
import { testPlugin } from '#test';
import { addMember, books } from './books.ts';

// `BENCH=2000 npm run prove -- plugins/member/tests/spends.prove.ts` for more of them.
const count = Number(process.env['BENCH'] ?? 40);
const update = 'UPDATE bare SET score = score - 1 WHERE id = 1 AND score > 0 RETURNING score';
const table = 'id INTEGER PRIMARY KEY, score BIGINT';
const log = 'member BIGINT, score BIGINT, "before" BIGINT, "after" BIGINT, "key" TEXT UNIQUE';
const perSecond = (began: number): number => Math.round((count / (performance.now() - began)) * 1000);

/** The same two writes by prepared statements, one transaction after the other. */
function bareSqlite(folder: string): number {
  const db = new DatabaseSync(join(folder, 'bare.sqlite'));
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  db.exec(`CREATE TABLE bare (${table}); CREATE TABLE bare_log (id INTEGER PRIMARY KEY, ${log})`);
  db.exec('INSERT INTO bare VALUES (1, 1000000)');
  const [spend, note] = [db.prepare(update), db.prepare('INSERT INTO bare_log VALUES (NULL, 1, -1, ?, ?, ?)')];
  const began = performance.now();
  for (let at = 0; at < count; at += 1) {
    db.exec('BEGIN IMMEDIATE');
    const { score } = spend.get() as { score: number };
    note.run(score + 1, score, `key ${at}`);
    db.exec('COMMIT');
  }
  const rate = perSecond(began);
  db.close();
  return rate;
}

async function barePostgres(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`CREATE TABLE bare (${table}); CREATE TABLE bare_log (id BIGSERIAL PRIMARY KEY, ${log})`);
  await client.query('INSERT INTO bare VALUES (1, 1000000)');
  const began = performance.now();
  for (let at = 0; at < count; at += 1) {
    await client.query('BEGIN');
    const { rows } = await client.query<{ score: string }>({ name: 'spend', text: update });
    const score = Number(rows[0]!.score);
    const text = 'INSERT INTO bare_log (member, score, "before", "after", "key") VALUES (1, -1, $1, $2, $3)';
    await client.query({ name: 'note', text, values: [score + 1, score, `key ${at}`] });
    await client.query('COMMIT');
  }
  const rate = perSecond(began);
  await client.end();
  return rate;
}

const book = books();
testPlugin('spends per second', book.plugins, async (_, { database, dataDir, databaseUrl }) => {
  const { ledger } = book;
  const people = [];
  for (const name of ['ann', 'bob', 'cid', 'dan']) people.push(await addMember(book, name));
  const booking = { currency: 'score', memo: 'x', reason: 'test' } as const;
  for (const { id: user } of people) await ledger.adjust({ ...booking, user, amount: count * 2, key: `fill ${user}` });
  const measure = async (name: string, among: readonly { id: number }[]): Promise<number> => {
    const began = performance.now();
    await Promise.all(
      Array.from({ length: count }, (_each, at) =>
        ledger.adjust({ ...booking, user: among[at % among.length]!.id, amount: -1, key: `${name} ${at}` }),
      ),
    );
    return perSecond(began);
  };
  const one = await measure('one', people.slice(0, 1));
  const four = await measure('four', people);
  const bare = databaseUrl ? await barePostgres(databaseUrl) : bareSqlite(dataDir);
  if (process.env['BENCH'] !== undefined)
    process.stdout.write(`${database}: one member ${one}/s, four members ${four}/s, bare statements ${bare}/s\n`);
  expect(one).toBeGreaterThan(0);
});
