import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { withinBudget } from '../../src/server/database/bounded/withinBudget.ts';
import type { Database } from '../../src/server/database/database.ts';
import { openDatabase } from '../../src/server/database/openDatabase.ts';
import { eachDatabase } from '../support/databases.ts';

eachDatabase((name, _open, place) => {
  const open = (times?: { quick: number; slow: number }): Promise<Database> =>
    place().then((at) => openDatabase(at, undefined, times));
  /** Counts up to `last`, which takes as long as it is large. */
  const counting = (database: Database, last: number) =>
    sql<{ n: number }>`WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${last})
      SELECT max(n) AS n FROM numbers ${sql.join([sql`WHERE 1 = 1`, ...withinBudget(name, 'numbers.n')], sql` AND `)}`.compile(
      database.read,
    );
  const long = 2_000_000;
  /** Nothing is quick; to PostgreSQL zero means no limit. */
  const beside = { quick: name === 'sqlite' ? 0 : 1, slow: 10_000 };

  it('answers quick reads while slow ones run, and both rightly', async () => {
    const database = await open();
    const ended: string[] = [];
    const slow = Promise.all(
      ['ann', 'ben', 'cid', 'dan'].map(async (who) => {
        const rows = await database.readBounded(counting(database, long), who);
        ended.push(who);
        return rows;
      }),
    );
    for (let run = 1; run <= 5; run += 1)
      expect(await database.readBounded(counting(database, run), 'eve')).toEqual([{ n: run }]);
    ended.push('eve');
    expect(await slow).toEqual(Array.from({ length: 4 }, () => [{ n: long }]));
    expect(ended.at(-1)).not.toBe('eve');
    await database.close();
  });

  it('ends a read that takes too long, says so, and goes on', async () => {
    const database = await open({ quick: 5, slow: 300 });
    const endless = database.readBounded(counting(database, 1_000_000_000), 'ann');
    await expect(endless).rejects.toMatchObject({ key: 'database:tooSlow', params: { seconds: 0.3 }, options: {} });
    expect(await database.readBounded(counting(database, 3), 'ann')).toEqual([{ n: 3 }]);
    await database.close();
  });

  it('refuses answers that are too large, from either place', async () => {
    for (const times of [undefined, beside]) {
      const database = await open(times);
      const rows = (count: number) =>
        sql<{
          text: string;
        }>`WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
          SELECT ${'x'.repeat(10_000)} AS text FROM numbers WHERE n > 0 ${sql.join(withinBudget(name, 'numbers.n').map((each) => sql`AND ${each}`))}`.compile(
          database.read,
        );
      await expect(database.readBounded(rows(500), 'ann')).rejects.toMatchObject({
        key: 'database:answerTooLarge',
        params: { limit: '4.00 mb' },
      });
      expect(await database.readBounded(rows(300), 'ann')).toHaveLength(300);
      await database.close();
    }
  });

  it('knows in the other place what was committed before', async () => {
    const database = await open(beside);
    await database.restructure(({ db }) => sql`CREATE TABLE note (id bigint, n bigint)`.execute(db));
    const count = sql<{
      n: number;
    }>`SELECT count(*) AS n FROM note WHERE ${sql.join([sql`n >= 0`, ...withinBudget(name, 'note.id')], sql` AND `)}`;
    for (let run = 1; run <= 40; run += 1) {
      await database.write(({ db }) => sql`INSERT INTO note VALUES (${run}, 9007199254740995)`.execute(db));
      expect(await database.readBounded(count.compile(database.read), 'ann')).toEqual([{ n: run }]);
    }
    // What no number of JavaScript can hold makes nothing unreadable.
    const rows = await database.readBounded(sql`SELECT n FROM note LIMIT 1`.compile(database.read), 'ann');
    expect(rows).toEqual([{ n: Number(9007199254740995n) }]);
    await database.close();
  });

  it('refuses whoever asks for too much at a time, and nobody else', async () => {
    const database = await open(beside);
    const queries = Array.from({ length: 12 }, (_, more) => counting(database, 300_000 + more));
    // Known to be slow, each goes to the queue as it comes, and not once it has been tried.
    for (const query of queries) await database.readBounded(query, 'cid');
    const greedy = await Promise.allSettled(queries.map((query) => database.readBounded(query, 'ann')));
    expect(greedy.filter(({ status }) => status === 'fulfilled')).toHaveLength(8);
    for (const each of greedy)
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ key: 'database:crowded', options: {} });
    expect(await database.readBounded(counting(database, 300_000), 'ann')).toEqual([{ n: 300_000 }]);
    await database.close();
  });

  it('reads once for all who ask the same while it waits', async () => {
    const database = await open(beside);
    const same = Array.from({ length: 100 }, (_, place) => {
      const who = `caller ${place % 3}`;
      return database.readBounded(counting(database, 300_000), who);
    });
    for (const rows of await Promise.all(same)) expect(rows).toEqual([{ n: 300_000 }]);
    await database.close();
  });

  it('takes turns among callers', async () => {
    const database = await open(beside);
    let ended: string[] = [];
    const read = (who: string, last: number) =>
      database.readBounded(counting(database, last), who).then(() => void ended.push(who));
    const longer = Array.from({ length: 8 }, (_, more) => 400_000 + more);
    const shorter = 200_000;
    // Known to be slow, each goes to the queue as it comes, and not once it has been tried.
    for (const last of [...longer, shorter]) await read('cid', last);
    ended = [];
    await Promise.all([...longer.map((last) => read('ann', last)), read('ben', shorter)]);
    // Two run at a time. Without turns, seven have ended before the last begins; with them, two, and half a read goes by.
    expect(ended.indexOf('ben')).toBeLessThan(7);
    await database.close();
  });

  it('tells a wrong query from a slow one', async () => {
    const database = await open(beside);
    await expect(database.readBounded(sql`SELECT 1 FROM nowhere`.compile(database.read), 'ann')).rejects.toThrow(
      'nowhere',
    );
    await database.close();
  });
});
