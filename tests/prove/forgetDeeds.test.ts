import { sql, type RawBuilder } from 'kysely';
import { expect, it } from 'vitest';
import diner from '../examples/diner.ts';
import { eachDatabase } from '../support/databases.ts';
import { startServer } from '../support/server.ts';

/** Entries of the administrators' log, and milliseconds that others may wait for their turn to write. */
const [entries, most] = [300_000, 250];
const portion = 15_000;

const factsOf = (n: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`CASE WHEN ${n} % 10 = 0
    THEN '{"table":"booking","action":"edit","count":1,"rows":[{"id":' || (1 + ${n} % 1000 / 10) || ',"name":"Name-Canary"}]}'
    ELSE '{"table":"article","action":"edit","count":1,"rows":[{"id":' || ${n} || ',"name":"An article with a title of some words"}]}'
  END`;

eachDatabase((name, _open, place) => {
  it('takes somebody out of a log of 300,000 entries while others go on writing', { timeout: 600_000 }, async () => {
    const server = await startServer(await place(), { plugins: [diner], resources: diner.resources! });
    const { database, gate } = server.app;
    const token = await server.signIn();
    await gate.rows('booking').add({ admin_id: 1, wish: 'Wish' });
    const text = sql.lit('Someone’s words, at some length. '.repeat(8));
    for (let at = 0; at < entries; at += portion)
      await database.write(async ({ db }) => {
        const [from, to] = [sql.lit(at), sql.lit(at + portion - 1)];
        const numbers =
          name === 'sqlite'
            ? sql`(WITH RECURSIVE s(n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM s WHERE n < ${to}) SELECT n FROM s)`
            : sql`generate_series(${from}, ${to}) AS s(n)`;
        // Sorting keys of names would take minutes.
        if (name === 'postgres') await sql`ALTER TABLE admin_log DISABLE TRIGGER USER`.execute(db);
        await sql`
          INSERT INTO admin_log (admin_id, username, actor_id, actor, title, title_en, url, data, facts, ip, useragent)
          SELECT 1, 'admin', 0, '', 'Edit', 'Edit', '/api/admin/diner.booking/edit', ${text}, ${factsOf(sql`n`)}, '', ''
          FROM ${numbers}`.execute(db);
      });
    const tellingOf = async (id: number): Promise<number[]> => {
      const { rows } = await sql<{ id: number }>`
        SELECT id FROM admin_log WHERE facts LIKE ${`%"table":"booking"%"id":${id},%Name-Canary%`} ORDER BY id`.execute(
        database.read,
      );
      return rows.map((row) => Number(row.id));
    };
    const [mine, others] = [await tellingOf(1), await tellingOf(2)];
    expect(mine.length).toBeGreaterThan(200);
    /** The newest is the last that is looked at; counting all of them would itself hold up SQLite. */
    const newest = async (): Promise<string> => {
      const { rows } = await sql<{ facts: string }>`SELECT facts FROM admin_log WHERE id = ${mine.at(-1)!}`.execute(
        database.read,
      );
      return rows[0]!.facts;
    };

    const waits: number[] = [];
    let goesOn = true;
    const writing = (async () => {
      while (goesOn) {
        const began = performance.now();
        await database.write(({ db }) =>
          sql`UPDATE admin SET motto = ${String(waits.length)} WHERE id = 1`.execute(db),
        );
        waits.push(performance.now() - began);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    })();
    const began = performance.now();
    const { json } = await server.request('POST', '/api/admin/diner.booking/forgetMe', { token });
    const answered = performance.now() - began;
    expect(json.code).toBe(1);
    await expect.poll(newest, { timeout: 120_000 }).not.toContain('Name-Canary');
    const done = performance.now() - began;
    goesOn = false;
    await writing;
    expect([await tellingOf(1), await tellingOf(2)]).toEqual([[], others]);
    const longest = Math.max(...waits);
    console.log(
      `${name}: ${mine.length} entries; answered after ${answered.toFixed(0)} ms, gone after ${(done / 1000).toFixed(1)} s; ` +
        `${waits.length} writes of others, the longest ${longest.toFixed(0)} ms`,
    );
    expect(longest).toBeLessThan(most);
    await server.close();
  });
});
