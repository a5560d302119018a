import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { BulkReport, ImportState } from '#resource';
import { openDatabase } from '../../../src/server/database/openDatabase.ts';
import { eachDatabase } from '../../support/databases.ts';
import { noteProject } from '../../support/noteProject.ts';
import { password } from '../../support/testConfig.ts';

eachDatabase((_name, _open, place) => {
  it('goes on where it was when the server is killed while it writes, and changes each row once', async () => {
    const where = await place();
    const count = 5100;
    /** Of those that are to be changed; the others are as they are wanted, but enough for a job. */
    const [first, last] = [2400, 2700];
    const changed = last - first + 1;
    const project = noteProject(where, password);
    const killed = join(where.dataDir, 'killed');
    // The first time that it comes to this row, in the middle of a transaction, the process is gone.
    project.write(
      'name: f.text(), place: f.text()',
      `traits: { history: true }, hooks: { async afterSave({ row }) {
        if (row.name !== 'note 2500') return;
        const { existsSync, writeFileSync } = await import('node:fs');
        if (existsSync(${JSON.stringify(killed)})) return;
        writeFileSync(${JSON.stringify(killed)}, '');
        process.kill(process.pid, 'SIGKILL');
        await new Promise(() => {});
      } }`,
    );
    await (await project.start()).stop();
    const fill = await openDatabase(where);
    await fill.write(({ db }) =>
      sql`INSERT INTO note (name, place, version, create_time, update_time)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${sql.lit(count)})
        SELECT 'note ' || i, CASE WHEN i BETWEEN ${sql.lit(first)} AND ${sql.lit(last)} THEN 'hall' ELSE 'yard' END, 1, 0, 0 FROM n`.execute(
        db,
      ),
    );
    await fill.close();

    const program = project.run();
    const ask = async (at: string, path: string, token: string, body?: object) => {
      const answer = await fetch(`${at}/api/admin/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { 'content-type': 'application/json', batoken: token },
        ...(body && { body: JSON.stringify(body) }),
      });
      return (await answer.json()) as { code: number; data: Record<string, unknown> };
    };
    const at = await program.address;
    const { data } = await ask(at, 'Index/login', '', { username: 'admin', password });
    const { token } = data['userInfo'] as { token: string };
    const wanted = { matching: { query: {} }, values: { place: 'yard' } };
    const begun = (await ask(at, 'note/bulkEdit', token, wanted)).data as unknown as BulkReport;
    await program.ended;
    expect(program.child.signalCode).toBe('SIGKILL');

    const second = await project.start();
    const state = async () =>
      (await second.call('GET', `note/bulkJob?id=${begun.job!.id}`, token)).data as unknown as ImportState;
    await expect.poll(async () => (await state()).state, { timeout: 600_000 }).toBe('done');
    expect(await state()).toMatchObject({ edited: changed, same: count - changed, failed: 0 });
    expect(await second.stop()).toBe('');
    const database = await openDatabase(where);
    const rows = async (found: ReturnType<typeof sql>) => (await found.execute(database.read)).rows;
    const standing = await rows(sql`SELECT place, version, COUNT(*) AS count FROM note
      GROUP BY place, version ORDER BY version`);
    expect(standing.map((row) => Object.values(row as object).map(String))).toEqual([
      ['yard', '1', String(count - changed)],
      ['yard', '2', String(changed)],
    ]);
    const [history] = await rows(sql`SELECT COUNT(*) AS count FROM row_history WHERE action = 'edit'`);
    expect(Number((history as { count: unknown }).count)).toBe(changed);
    await database.close();
  }, 900_000);
});
