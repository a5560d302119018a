import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { f, table } from '#resource';
import { administrator, openGate, type TestGate } from '../../support/gate.ts';
import { eachDatabase } from '../../support/databases.ts';

const parcel = table('bulk_parcel', { name: f.text(), place: f.text(), text: f.textarea() });
declare module '#resource' {
  interface Tables {
    bulk_parcel: typeof parcel;
  }
}
const ann = administrator();

eachDatabase((_name, open) => {
  let fixture: TestGate;
  const model = () => fixture.model('bulk_parcel');
  const at = (place: string) => ({
    query: { search: [{ field: 'place', operator: '=', val: place }] },
    count: undefined,
  });
  const add = async (place: string, count: number): Promise<void> =>
    fixture.gate.addAll(
      'bulk_parcel',
      Array.from({ length: count }, (_, number) => ({ name: String(number), place })),
    );
  const namesAt = async (place: string) =>
    (await fixture.gate.rows('bulk_parcel').list({ place })).map(({ name }) => name);

  beforeAll(async () => {
    const resource = parcel.resource({
      path: 'bulk/parcel',
      traits: { history: true },
      hooks: {
        // Moves the last one away as soon as the first is sent.
        async beforeSave({ prev, next, context }) {
          if (prev?.name !== '0' || next.name !== 'sent') return;
          const rows = await context.table('bulk_parcel').list({ name: '100', place: prev.place });
          for (const { id } of rows) await context.table('bulk_parcel').edit(id, { place: 'moved' });
        },
      },
    });
    fixture = await openGate(await open(), [resource]);
  });

  it('leaves a row alone that has left the list by the time at which it is locked', async () => {
    await add('hall', 101);
    const report = await fixture.gate.bulkEdit(ann, model(), { choice: at('hall'), values: { name: 'sent' } });
    expect(report).toMatchObject({ count: 100, changed: 100 });
    expect(await namesAt('moved')).toEqual(['100']);
  });

  it('refuses lists that are longer than what is done at a time', async () => {
    await add('yard', 1001);
    await expect(fixture.gate.del(ann, model(), at('yard'))).rejects.toMatchObject({
      key: 'rows:tooManyRows',
      params: { limit: 1000 },
    });
    expect(await fixture.gate.rows('bulk_parcel').count({ place: 'yard' })).toBe(1001);
  });

  it('undoes nothing of which history has a part only or no longer anything, nor what was done more than 30 days ago', async () => {
    const [text, name] = ['x'.repeat(3000), 'new'];
    const { id } = await fixture.gate.add(ann, model(), { name: 'long', place: 'desk', text });
    const edit = async (values: object) =>
      (await fixture.gate.bulkEdit(ann, model(), { choice: [id], values: { ...values } })).undo;
    const undo = (edited: unknown) => fixture.gate.undoEdit(ann, model(), edited);
    /** Puts back when rows of these tables were written. */
    const age = (where: 'row_history' | 'row_bulk_edit', seconds: number) =>
      fixture.database.write(({ db }) =>
        sql`UPDATE ${sql.table(where)} SET create_time = create_time - ${seconds}`.execute(db),
      );
    expect(await undo(await edit({ text: 'short' }))).toMatchObject({ left: [{ reason: 'rows:partlyKept' }] });
    const last = await edit({ name });
    await age('row_history', 3700);
    expect(await undo(last)).toMatchObject({ changed: 0, left: [{ reason: 'rows:changedAfter' }] });
    expect(await fixture.gate.read(ann, model(), id)).toMatchObject({ name, text: 'short' });
    await age('row_bulk_edit', 3700);
    expect(await undo(last)).toEqual({ changed: 1, left: [] });
    const old = await edit({ name });
    await age('row_history', 30 * 86_400 + 1);
    await age('row_bulk_edit', 30 * 86_400 + 1);
    await expect(undo(old)).rejects.toMatchObject({ key: 'rows:nothingToUndo' });
    expect(await fixture.gate.read(ann, model(), id)).toMatchObject({ name, text: 'short' });
  });
});
