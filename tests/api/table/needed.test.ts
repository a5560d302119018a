import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { f, table } from '#resource';
import { openDatabase } from '../../../src/server/database/openDatabase.ts';
import { eachDatabase, type Place } from '../../support/databases.ts';
import { administrator, openGate, type TestGate } from '../../support/gate.ts';
import { sampleTables } from '../../support/sampleTables.ts';
import { waitingTransactions } from '../../support/waitingTransactions.ts';

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
const archive = table('needed_archive', { name: f.text({ required: true }) });
const paper = table('needed_paper', {
  name: f.text({ required: true }),
  archive_id: f.belongsTo('needed_archive'),
  copy_id: f.belongsTo('needed_archive', { onDelete: 'null' }),
});
declare module '#resource' {
  interface Tables {
    needed_archive: typeof archive;
    needed_paper: typeof paper;
  }
}
const ann = administrator();
/** What the deletion of an archive waits for, once it has the row. */
let whileDeleting: (() => Promise<unknown>) | undefined;

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
    const tables = [
      series.resource(),
      volume.resource(),
      loan.resource({ label: 'Loans' }),
      archive.resource({
        traits: { trash: true },
        hooks: { beforeDelete: async () => void (await whileDeleting?.()) },
      }),
      paper.resource({ label: 'Papers', traits: { trash: true } }),
    ];
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

  it('keeps out of the trash what others need, and for good what may be needed again', async () => {
    const destroy = (of: string, id: number) => fixture.gate.destroy(ann, fixture.model(of), [id]);
    const main = await add('needed_archive', { name: 'main' });
    const spare = await add('needed_archive', { name: 'spare' });
    const letter = await add('needed_paper', { name: 'letter', archive_id: main, copy_id: spare });
    const needed = { key: 'rows:inUse', params: { count: 1, table: 'Papers' } };
    await expect(remove('needed_archive', main)).rejects.toMatchObject(needed);
    // Where a reference may be lost, a row in the trash keeps it, so that everything is as it was once it is restored.
    await remove('needed_archive', spare);
    expect(await fixture.gate.rows('needed_paper').get(letter)).toMatchObject({ copy_id: spare });
    // What is in the trash needs nothing there …
    await remove('needed_paper', letter);
    await remove('needed_archive', main);
    // … but may come back, and then needs what it refers to.
    await expect(destroy('needed_archive', main)).rejects.toMatchObject({ key: 'rows:inUseUnseen' });
    await fixture.gate.restore(ann, fixture.model('needed_paper'), [letter]);
    expect(await fixture.gate.rows('needed_paper').get(letter)).toMatchObject({ archive_id: main, copy_id: spare });
    await destroy('needed_archive', spare);
    expect(await fixture.gate.rows('needed_paper').get(letter)).toMatchObject({ archive_id: main, copy_id: null });
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
      await expect.poll(() => waitingTransactions(other)).toBe(1);
    });
    await other.close();
    expect(await adding).toMatchObject({ key: 'rows:relatedGone' });
    expect(await fixture.gate.rows('loan').list({ reader: 'Bob' })).toEqual([]);
  });

  it('refers to nothing that goes into the trash at the same moment', async () => {
    if (name === 'sqlite') return;
    const [one, two] = [await add('needed_archive', { name: 'one' }), await add('needed_archive', { name: 'two' })];
    let adding: Promise<unknown> | undefined;
    whileDeleting = async () => {
      whileDeleting = undefined;
      adding = add('needed_paper', { name: 'late', archive_id: one, copy_id: two }).catch((error: unknown) => error);
      await expect.poll(() => waitingTransactions(fixture.database)).toBe(1);
    };
    await remove('needed_archive', one);
    expect(await adding).toMatchObject({ errors: { archive_id: { key: 'validate:noSuchRow' } } });
    expect(await fixture.gate.rows('needed_paper').list({ name: 'late' })).toEqual([]);
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
