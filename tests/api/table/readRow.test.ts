import { beforeAll, expect, it } from 'vitest';
import { f, table } from '#resource';
import { eachDatabase } from '../../support/databases.ts';
import { administrator, openGate, type TestGate } from '../../support/gate.ts';

const letter = table('read_letter', { title: f.text(), owner_id: f.int(), draft: f.textarea(), salary: f.int() });
declare module '#resource' {
  interface Tables {
    read_letter: typeof letter;
  }
}
const own = 'desk/letter';
const node = (action: string): string => `${own}/${action}`;
const refused = { key: 'rows:forbidden' };
const missing = { key: 'rows:notFound' };

eachDatabase((_name, open) => {
  let fixture: TestGate;
  const ids: Record<'mine' | 'other' | 'deleted', number> = { mine: 0, other: 0, deleted: 0 };
  beforeAll(async () => {
    fixture = await openGate(await open(), [
      letter.resource({
        path: own,
        traits: { trash: true },
        list: { columns: ['title'] },
        aliases: { heading: 'title', pay: 'salary' },
        access: { salary: { read: (caller) => caller.super } },
        rows: { read: (caller) => caller.super || { owner_id: caller.id } },
      }),
    ]);
    const boss = administrator();
    const add = async (title: string, owner: number): Promise<number> =>
      (await fixture.gate.add(boss, fixture.model('read_letter'), { title, owner_id: owner, draft: 'long', salary: 5 }))
        .id;
    ids.mine = await add('mine', 7);
    ids.other = await add('other', 8);
    ids.deleted = await add('deleted', 7);
    await fixture.gate.del(boss, fixture.model('read_letter'), [ids.deleted]);
  });
  const read = (nodes: readonly string[], id: unknown) =>
    fixture.gate.read(administrator(nodes), fixture.model('read_letter'), id);

  // What the columns of the list show is a question of its look.
  it.each([['index'], ['edit']])(
    'shows whoever may %s each row that is for them, with all that they may read',
    async (action) => {
      const row = await read([node(action)], ids.mine);
      expect(row).toMatchObject({ title: 'mine', heading: 'mine', draft: 'long' });
      for (const name of ['salary', 'pay']) expect(row).not.toHaveProperty(name);
    },
  );

  it.each([['index'], ['edit']])(
    'shows whoever may %s no row that the list keeps from them, as if it were not there',
    async (action) => {
      for (const id of [ids.other, ids.deleted, 999_999, 'x', null])
        await expect(read([node(action)], id)).rejects.toMatchObject(missing);
    },
  );

  it('shows nothing to whoever has neither right, whatever else they may do with the row', async () => {
    for (const nodes of [[], [node('add'), node('del'), node('restore'), node('sortable')], ['desk/other/index']])
      for (const id of [ids.mine, ids.other, 999_999]) await expect(read(nodes, id)).rejects.toMatchObject(refused);
  });
});

const chapter = table('read_chapter', { name: f.text({ required: true }) });
declare module '#resource' {
  interface Tables {
    read_chapter: typeof chapter;
  }
}

eachDatabase((_name, open) => {
  it('shows what a row of a tree stands below, unless that is hidden, and takes it back unchanged', async () => {
    const path = 'desk/chapter';
    const { gate, model } = await openGate(await open(), [
      chapter.resource({
        path,
        traits: { tree: true },
        rows: { read: (caller) => caller.super || { name: { ne: 'Hidden' } } },
      }),
    ]);
    const of = model('read_chapter');
    const boss = administrator();
    const [top, hidden] = [await gate.add(boss, of, { name: 'Top' }), await gate.add(boss, of, { name: 'Hidden' })];
    const below = await gate.add(boss, of, { name: 'Below', pid: top.id });
    const lost = await gate.add(boss, of, { name: 'Lost', pid: hidden.id });
    const reader = administrator([`${path}/index`, `${path}/edit`]);
    const row = await gate.read(reader, of, below.id);
    expect(row).toMatchObject({ pid: top.id, pid_row: { id: top.id, name: 'Top' } });
    expect(await gate.read(reader, of, top.id)).toMatchObject({ pid: null, pid_row: null });
    expect(await gate.read(reader, of, lost.id)).toMatchObject({ pid_row: null });
    expect(await gate.read(boss, of, lost.id)).toMatchObject({ pid_row: { name: 'Hidden' } });
    expect(await gate.edit(reader, of, { ...row, name: 'Still below' })).toMatchObject({ pid: top.id });
    const manifest = gate.manifest(reader, of, 'en');
    expect(manifest.fields['pid']!.relation!.name).toBe('pid_row');
    const { list } = await gate.index(reader, of, {});
    expect(list[0]).not.toHaveProperty('pid_row');
  });
});
