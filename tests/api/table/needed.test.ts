import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { f, table } from '#resource';
import { openDatabase } from '../../../src/server/database/openDatabase.ts';
import { eachDatabase, type Place } from '../../support/databases.ts';
import { administrator, openGate, type TestGate } from '../../support/gate.ts';
import { sampleTables } from '../../support/sampleTables.ts';

const series = table('series', { name: f.text({ required: true }) });
const volume = table('volume', {
  name: f.text({ required: true }),
  series_id: f.belongsTo('series', { onDelete: 'cascade' }),
});
const loan = table('loan', { reader: f.text({ required: true }), volume_id: f.belongsTo('volume') });
declare module '#resource' {
  interface Tables {
    series: typeof series;
    volume: typeof volume;
    loan: typeof loan;
  }
}
const ann = administrator();

eachDatabase((name, _open, place) => {
  let fixture: TestGate;
  let where: Place;
  const names = ['series', 'volume', 'loan'] as const;
  const counts = async (): Promise<number[]> =>
    Promise.all(names.map(async (each) => (await fixture.gate.rows(each).list({})).length));
  const add = async (of: string, body: Record<string, unknown>): Promise<number> =>
    (await fixture.gate.add(ann, fixture.model(of), body)).id;
  const remove = (of: string, id: number) => fixture.gate.del(ann, fixture.model(of), [id]);

  beforeAll(async () => {
    where = await place();
    const tables = [series.resource(), volume.resource(), loan.resource({ label: 'Loans' })];
    fixture = await openGate(await openDatabase(where), [...sampleTables, ...tables]);
    return () => fixture.database.close();
  });

  it('keeps a row while others need those that would go along with it, and all of these too', async () => {
    const whole = await add('series', { name: 'whole' });
    const [first] = [await add('volume', { name: 'first', series_id: whole }), await add('volume', { name: 'alone' })];
    const lent = await add('loan', { reader: 'Ada', volume_id: first });
    await expect(remove('series', whole)).rejects.toMatchObject({
      key: 'rows:inUse',
      params: { count: 1, table: 'Loans' },
    });
    expect(await counts()).toEqual([1, 2, 1]);
    await remove('loan', lent);
    await remove('series', whole);
    expect(await counts()).toEqual([0, 1, 0]);
  });

  it('says so when the row that is referred to goes at the same moment', async () => {
    // SQLite has one writer at a time: there it goes before or after.
    if (name === 'sqlite') return;
    const other = await openDatabase(where);
    const id = await add('volume', { name: 'going' });
    let adding: Promise<unknown> | undefined;
    await other.write(async ({ db, touch }) => {
      await sql`DELETE FROM volume WHERE id = ${id}`.execute(db);
      touch('volume');
      adding = add('loan', { reader: 'Bob', volume_id: id }).catch((error: unknown) => error);
      // It has found the row that is still there for it, and waits to refer to it.
      const asked = sql`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
      await expect.poll(async () => (await asked.execute(other.read)).rows.length).toBeGreaterThan(0);
    });
    await other.close();
    expect(await adding).toMatchObject({ key: 'rows:relatedGone' });
    expect(await fixture.gate.rows('loan').list({ reader: 'Bob' })).toEqual([]);
  });

  it('shows a tree whole up to 20,000 rows and refuses a larger one, which can still be paged through', async () => {
    const model = fixture.model('folder');
    await fixture.database.write(async ({ db, touch }) => {
      await sql`INSERT INTO folder (name, weigh, version, create_time, update_time)
        WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20001)
        SELECT 'folder', n, 1, 0, 0 FROM numbers`.execute(db);
      touch('folder');
    });
    await expect(fixture.gate.index(ann, model, {})).rejects.toMatchObject({
      key: 'rows:treeTooLarge',
      params: { limit: 20_000 },
    });
    const page = await fixture.gate.index(ann, model, { isTree: 0, limit: 10 });
    expect([page.list.length, page.total]).toEqual([10, 20_001]);
    await remove('folder', Number(page.list[0]!['id']));
    expect((await fixture.gate.index(ann, model, {})).list).toHaveLength(20_000);
  });
});
