import { beforeAll, expect, it } from 'vitest';
import { action, f, table, type Caller } from '#resource';
import { administrator, openGate, type TestGate } from '../../support/gate.ts';
import { eachDatabase } from '../../support/databases.ts';

const note = table('held_note', { text: f.text(), owner: f.int(), done: f.bool() });
const shelf = table('held_shelf', { name: f.text() });
declare module '#resource' {
  interface Tables {
    held_note: typeof note;
    held_shelf: typeof shelf;
  }
}

const tables = [
  note.resource({
    path: 'held/note',
    traits: { trash: true, history: true, sortable: true },
    actions: { finish: action({ label: 'Finish', handler() {} }) },
    rows: { read: () => true, write: (caller) => caller.super || { owner: caller.id } },
    buttons: { finish: () => ({ done: 0 }), del: (caller) => ({ id: { ne: caller.super ? 1 : 0 } }) },
  }),
  shelf.resource({ path: 'held/shelf', traits: { tree: true }, buttons: { del: () => ({ name: { ne: 'Top' } }) } }),
];
const names = ['index', 'edit', 'del', 'sortable', 'finish', 'history'].map((name) => `held/note/${name}`);
const requestOf = (caller: Caller, query: Readonly<Record<string, unknown>>) =>
  ({ caller, query, params: {}, body: {} }) as unknown as Parameters<TestGate['gate']['serve']>[2];
const ann = administrator();
const bob = administrator(names, { id: 9 });

eachDatabase((_name, open) => {
  let fixture: TestGate;
  const list = (caller: Caller, query: Record<string, unknown> = {}, name = 'held_note') =>
    fixture.gate.index(caller, fixture.model(name), query);

  beforeAll(async () => {
    fixture = await openGate(await open(), tables);
    await fixture.gate.addAll('held_note', [
      { text: 'theirs', owner: 5 },
      { text: 'own', owner: 9 },
      { text: 'own and done', owner: 9, done: 1 },
    ]);
    await fixture.gate.addAll('held_shelf', [{ name: 'Top' }, { name: 'Below' }]);
    await fixture.gate.rows('held_shelf').edit(2, { pid: 1 } as never);
  });

  it('names the rows of a page that somebody may see and not change, for every action that they may do', async () => {
    const { withheld } = await list(bob);
    expect(withheld).toEqual({ edit: [1], del: [1], sortable: [1], finish: [1, 3] });
    expect((await list(bob, { limit: 1 })).withheld).toEqual({ finish: [3] });
  });

  it('names the rows that the table shows without a button, in a tree too', async () => {
    expect((await list(ann)).withheld).toEqual({ del: [1], finish: [3] });
    expect((await list(ann, {}, 'held_shelf')).withheld).toEqual({ del: [1] });
  });

  it('says with a row that is read alone what would only be refused with it', async () => {
    const read = (caller: Caller, id: number): unknown =>
      fixture.gate.serve('read', fixture.model('held_note'), requestOf(caller, { id }), '/admin');
    expect(await read(bob, 1)).toMatchObject({ row: { id: 1 }, withheld: { edit: [1], del: [1], finish: [1] } });
    expect(await read(bob, 2)).toMatchObject({ row: { text: 'own' } });
    expect(await read(bob, 2)).not.toHaveProperty('withheld');
  });

  it('says nothing where everything may be done', async () => {
    expect(await list(bob, { search: [{ field: 'text', operator: '=', val: 'own' }] })).not.toHaveProperty('withheld');
    expect(await list(bob, { search: [{ field: 'text', operator: '=', val: 'none' }] })).not.toHaveProperty('withheld');
  });

  it('refuses as before whoever asks all the same', async () => {
    const edited = fixture.gate.edit(bob, fixture.model('held_note'), { id: 1, text: 'mine' });
    await expect(edited).rejects.toMatchObject({ key: 'rows:notYours' });
  });

  it('does nothing with ticked rows when one of them is withheld: the browser leaves such rows out', async () => {
    const model = fixture.model('held_note');
    const call = (ids: readonly number[]) => fixture.gate.del(bob, model, ids);
    await expect(call([2, 1])).rejects.toMatchObject({ key: 'rows:noneDeleted' });
    expect((await list(bob)).total).toBe(3);
    await call([2, 3]);
    expect((await list(bob)).total).toBe(1);
  });
});
