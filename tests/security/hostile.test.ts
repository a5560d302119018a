import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { Invalid, type AnyRow, type Caller } from '#resource';
import { eachDatabase } from '../support/databases.ts';
import { administrator, openGate, type TestGate } from '../support/gate.ts';
import { sampleTables } from '../support/sampleTables.ts';

const boss = administrator('all', { id: 1, username: 'boss' });
const may = (...actions: readonly string[]): string[] => actions.map((action) => `content/article/${action}`);
const nodes = may('index', 'add', 'edit', 'del', 'sortable', 'restore', 'destroy', 'history');
/** Does everything with articles but sees only their own and those of nobody, and changes only their own. */
const bob = administrator(nodes, { id: 9, username: 'bob' });
const eve = administrator(nodes, { id: 10, username: 'eve' });
const without = (...actions: readonly string[]): Caller =>
  administrator(
    nodes.filter((node) => !may(...actions).includes(node)),
    { id: 9, username: 'bob' },
  );

eachDatabase((_name, open) => {
  let fixture: TestGate;
  const article = () => fixture.model('article');
  const rows = () => fixture.gate.rowsOf(article());
  const add = (body: Record<string, unknown>, caller: Caller = boss, key?: string): Promise<AnyRow> =>
    fixture.gate.add(caller, article(), body, key);
  /** A row of this owner. */
  const owned = async (owner: number, body: Record<string, unknown> = {}): Promise<number> => {
    const { id } = await add({ title: 'row', ...body });
    await rows().edit(id, { owner } as never);
    return id;
  };
  const rowOf = (id: number): Promise<AnyRow> => fixture.gate.read(boss, article(), id);
  /** The row in its table, whatever anybody may see of it. */
  const stored = async (id: number): Promise<Readonly<Record<string, unknown>>> =>
    (await sql<Record<string, unknown>>`SELECT * FROM article WHERE id = ${id}`.execute(fixture.database.read))
      .rows[0]!;
  const refusedFields = async (job: Promise<unknown>): Promise<Record<string, string>> => {
    const error = await job.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Invalid);
    return Object.fromEntries(Object.entries((error as Invalid).errors).map(([name, { key }]) => [name, key]));
  };

  beforeAll(async () => {
    fixture = await openGate(await open(), sampleTables);
  });

  describe('a row that somebody may read and not write', () => {
    it('is not dragged, and nothing is dragged to its place', async () => {
      const [readOnly, own, another] = [await owned(0), await owned(9), await owned(9)];
      const before = [await rowOf(readOnly), await rowOf(own)];
      for (const [id, targetId] of [
        [readOnly, own],
        [own, readOnly],
      ])
        await expect(fixture.gate.sortable(bob, article(), { id, targetId })).rejects.toMatchObject({
          key: 'rows:notFound',
        });
      expect([await rowOf(readOnly), await rowOf(own)]).toEqual(before);
      await fixture.gate.sortable(bob, article(), { id: own, targetId: another });
    });

    it('is not edited, deleted, restored or destroyed', async () => {
      const [readOnly, own] = [await owned(0), await owned(9)];
      await expect(fixture.gate.edit(bob, article(), { id: readOnly, title: 'x' })).rejects.toMatchObject({
        key: 'rows:notYours',
      });
      await expect(fixture.gate.del(bob, article(), [readOnly])).rejects.toMatchObject({ key: 'rows:noneDeleted' });
      await fixture.gate.del(boss, article(), [readOnly, own]);
      const before = await stored(readOnly);
      await expect(fixture.gate.restore(bob, article(), [readOnly])).rejects.toMatchObject({
        key: 'rows:noneRestored',
      });
      await expect(fixture.gate.destroy(bob, article(), [readOnly])).rejects.toMatchObject({ key: 'rows:noneDeleted' });
      expect(await stored(readOnly)).toEqual(before);
      expect(await fixture.gate.restore(bob, article(), [own])).toBe(1);
    });
  });

  describe('an edit or an addition', () => {
    it('does not move a row outside the rule of whoever makes it', async () => {
      const id = await owned(9, { status: 'draft' });
      const before = await stored(id);
      await expect(fixture.gate.edit(bob, article(), { id, status: 'gone' })).rejects.toMatchObject({
        key: 'rows:outsideRule',
        options: { code: 401 },
      });
      expect(await stored(id)).toEqual(before);
      const count = await rows().count();
      await expect(add({ title: 'mine', status: 'gone' }, bob)).rejects.toMatchObject({ key: 'rows:outsideRule' });
      expect(await rows().count()).toBe(count);
      expect(await fixture.gate.edit(bob, article(), { id, title: 'inside' })).toMatchObject({ title: 'inside' });
    });

    it('sets no field that its sender may not read, and no manifest offers it', async () => {
      const id = await owned(9);
      expect(await refusedFields(fixture.gate.edit(bob, article(), { id, margin: 5 }))).toEqual({
        margin: 'validate:unknownField',
      });
      expect(await refusedFields(add({ title: 'x', margin: 5 }, bob))).toEqual({ margin: 'validate:unknownField' });
      expect(await stored(id)).toMatchObject({ margin: 1 });
      const manifest = JSON.stringify(fixture.gate.manifest(bob, article(), 'en'));
      expect(manifest).toContain('"views"');
      expect(manifest).not.toContain('margin');
      const own = await add({ title: 'x' }, bob);
      expect(own).not.toHaveProperty('margin');
      expect(await stored(own.id)).toMatchObject({ margin: 1 });
    });
  });

  describe('the trash', () => {
    it('shows the history of its rows only to those who may see them', async () => {
      const id = await owned(9, { title: 'in the trash' });
      await fixture.gate.del(bob, article(), [id]);
      expect((await fixture.gate.history(bob, article(), id)).length).toBeGreaterThan(0);
      await expect(fixture.gate.history(without('restore'), article(), id)).rejects.toMatchObject({
        key: 'rows:notFound',
      });
    });

    it('offers nothing to choose from, and no list without the right to it', async () => {
      const [living, trashed] = [await owned(9, { title: 'living' }), await owned(9, { title: 'trashed' })];
      await fixture.gate.del(bob, article(), [trashed]);
      for (const caller of [bob, without('restore', 'destroy'), administrator(may('add'), { id: 9 })]) {
        const asked = { trash: 1, select: 1, initValue: [living, trashed] };
        const answer =
          caller.may('content/article/index') && (await fixture.gate.select(caller, article(), asked)).list!;
        if (answer) expect(answer.map(({ id }) => id)).toEqual([living]);
      }
      await expect(fixture.gate.index(without('restore', 'destroy'), article(), { trash: 1 })).rejects.toMatchObject({
        key: 'rows:forbidden',
      });
      for (const caller of [without('restore'), without('destroy')]) {
        const { list } = await fixture.gate.index(caller, article(), { trash: 1, initValue: [living, trashed] });
        expect(list.map(({ id }) => id)).toEqual([trashed]);
      }
    });
  });

  it('keeps no secret in the history, not even its length', async () => {
    const { id } = await add({ title: 'with a pin', pin: 'Canary-Pin-1' });
    await fixture.gate.edit(boss, article(), { id, pin: 'Canary-Pin-2', title: 'changed' });
    await fixture.gate.del(boss, article(), [id]);
    await fixture.gate.destroy(boss, article(), [id]);
    const account = fixture.model('account');
    const made = await fixture.gate.add(boss, account, { name: `who${id}`, password: 'Canary-Pass-1' });
    await fixture.gate.edit(boss, account, { id: made.id, password: 'Canary-Pass-22' });
    const { rows: saved } = await sql<{ changes: string }>`
      SELECT changes FROM row_history
      WHERE (table_name = 'article' AND row_id = ${id}) OR (table_name = 'account' AND row_id = ${made.id})`.execute(
      fixture.database.read,
    );
    expect(saved.length).toBe(6);
    for (const { changes } of saved) {
      expect(changes).not.toMatch(/canary|argon2/i);
      expect(Object.keys(JSON.parse(changes) as object)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(?:pin|password)$/)]),
      );
    }
  });

  it('takes one key of two callers for two additions', async () => {
    const body = { title: 'with a key' };
    const made = [await add(body, bob, 'k-1'), await add(body, eve, 'k-1')];
    expect(new Set(made.map(({ id }) => id)).size).toBe(2);
    expect((await add(body, bob, 'k-1')).id).toBe(made[0]!.id);
    await expect(add({ title: 'another body' }, bob, 'k-1')).rejects.toMatchObject({ key: 'rows:keyUsed' });
    const tag = await fixture.gate.add(boss, fixture.model('tag'), { name: 'with a key' }, 'k-2');
    expect((await add({ title: 'with a key' }, boss, 'k-2')).title).toBe('with a key');
    expect(tag['name']).toBe('with a key');
  });

  describe('a column of a related table that is not offered', () => {
    const lister = administrator([...nodes, 'content/category/index'], { id: 9 });
    const asked = [
      { search: [{ field: 'category.cost', operator: 'gt', val: '0' }] },
      { order: 'category.cost,desc' },
      { search: [{ field: 'category.secret_code', operator: 'eq', val: 'x' }] },
    ];

    it.each(asked)('is refused: %j', async (query) => {
      for (const ask of [
        () => fixture.gate.index(bob, article(), query),
        () => fixture.gate.select(bob, article(), query),
      ])
        await expect(ask()).rejects.toMatchObject({ key: 'rows:unknownField' });
    });

    it('is open to those who may list that table, but no secret', async () => {
      for (const query of asked.slice(0, 2))
        expect((await fixture.gate.index(lister, article(), query)).total).toEqual(expect.any(Number));
      await expect(fixture.gate.index(lister, article(), asked[2]!)).rejects.toMatchObject({
        key: 'rows:unknownField',
      });
      const shown = { search: [{ field: 'category.name', operator: 'ne', val: 'x' }] };
      expect((await fixture.gate.index(bob, article(), shown)).total).toEqual(expect.any(Number));
    });
  });
});
