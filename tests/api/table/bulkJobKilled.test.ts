import { sql, type RawBuilder } from 'kysely';
import { expect, it } from 'vitest';
import type { ImportState } from '#resource';
import { openDatabase } from '../../../src/server/database/openDatabase.ts';
import { notes, together } from '../../support/bulkNotes.ts';
import { eachDatabase } from '../../support/databases.ts';
import { runChild } from '../../support/runChild.ts';
import { startServer } from '../../support/server.ts';

eachDatabase((name, _open, place) => {
  it('goes on where it was when the server is killed while it writes, and changes each row once', async () => {
    const where = await place();
    const count = together + 200;
    /** Of those that are to be changed; the others are as they are wanted, but enough for a job. */
    const [first, last] = [380, 520];
    const changed = last - first + 1;
    const resources = [notes()];
    await (await startServer(where, { resources })).close();
    let database = await openDatabase(where);
    const rows = async <T>(found: RawBuilder<T>) => (await found.execute(database.read)).rows;
    await database.write(({ db }) =>
      sql`INSERT INTO note (name, place, version, create_time, update_time)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${sql.lit(count)})
        SELECT 'note ' || i, CASE WHEN i BETWEEN ${sql.lit(first)} AND ${sql.lit(last)} THEN 'hall' ELSE 'yard' END, 1, 0, 0 FROM n`.execute(
        db,
      ),
    );
    await database.close();

    const { signal, errors } = await runChild('bulkEdit.ts', [where.dataDir, where.databaseUrl ?? '', 'note 450']);
    expect({ signal, errors }).toEqual({ signal: 'SIGKILL', errors: '' });
    database = await openDatabase(where);
    const [begun] = await rows(sql<ImportState & { position: number }>`SELECT id, state, position FROM row_import`);
    // Some of the rows that are changed were committed by then, and some went back with the transaction.
    expect(begun).toMatchObject({ state: 'running' });
    expect(Number(begun!.position)).toBeGreaterThan(first);
    expect(Number(begun!.position)).toBeLessThan(450);
    // As when it has said nothing for long.
    if (name === 'postgres')
      await database.write(({ db }) =>
        sql`UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '1 hour' WHERE state = 'active'`.execute(db),
      );
    await database.close();

    const second = await startServer(where, { resources, limits: { look: 1000, together } });
    ({ database } = second.app);
    const token = await second.signIn();
    const state = async () => {
      // It is not tried again at once.
      if (name === 'postgres')
        await database.write(({ db }) =>
          sql`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'`.execute(db),
        );
      const answer = await second.request('GET', '/api/admin/note/bulkJob', { token, query: { id: begun!.id } });
      return answer.json.data as unknown as ImportState;
    };
    await expect.poll(async () => (await state()).state).toBe('done');
    expect(await state()).toMatchObject({ edited: changed, same: count - changed, failed: 0 });
    const standing = await rows(sql<Record<string, unknown>>`SELECT place, version, COUNT(*) AS count FROM note
      GROUP BY place, version ORDER BY version`);
    expect(standing.map((row) => Object.values(row).map(String))).toEqual([
      ['yard', '1', String(count - changed)],
      ['yard', '2', String(changed)],
    ]);
    const [history] = await rows(
      sql<{ count: number }>`SELECT COUNT(*) AS count FROM row_history WHERE action = 'edit'`,
    );
    expect(Number(history!.count)).toBe(changed);
    await second.close();
  });
});
