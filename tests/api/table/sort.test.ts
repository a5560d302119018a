import { beforeAll, expect, it } from 'vitest';
import { administrator, openGate, type TestGate } from '../../support/gate.ts';
import { eachDatabase } from '../../support/databases.ts';
import { sampleTables } from '../../support/sampleTables.ts';

const ann = administrator();

eachDatabase((_name, open) => {
  let fixture: TestGate;
  const folder = () => fixture.model('folder');
  const names = async (): Promise<unknown[]> =>
    (await fixture.gate.index(ann, folder(), { isTree: 0, limit: 200, order: 'weigh,desc' })).list.map(
      (row) => row['name'],
    );
  const idOf = async (name: string): Promise<number> =>
    Number((await fixture.gate.index(ann, folder(), { isTree: 0, initKey: 'name', initValue: [name] })).list[0]!['id']);
  const move = async (from: string, to: string): Promise<void> =>
    fixture.gate.sortable(ann, folder(), { id: await idOf(from), targetId: await idOf(to) });

  beforeAll(async () => {
    fixture = await openGate(await open(), sampleTables);
    for (const name of ['e', 'd', 'c', 'b', 'a']) await fixture.gate.add(ann, folder(), { name });
  });

  it('puts new rows on top', async () => expect(await names()).toEqual(['a', 'b', 'c', 'd', 'e']));

  it.each([
    ['down', 'b', 'd', ['a', 'c', 'd', 'b', 'e']],
    ['up', 'b', 'c', ['a', 'b', 'c', 'd', 'e']],
    ['to the top', 'e', 'a', ['e', 'a', 'b', 'c', 'd']],
    ['to the bottom', 'e', 'd', ['a', 'b', 'c', 'd', 'e']],
    ['to the next', 'a', 'b', ['b', 'a', 'c', 'd', 'e']],
    ['back', 'a', 'b', ['a', 'b', 'c', 'd', 'e']],
  ])('moves a row %s into the place of the other', async (_way, from, to, order) => {
    await move(from, to);
    expect(await names()).toEqual(order);
  });

  it('holds for each level of a tree to choose from', async () => {
    await move('b', 'd');
    const level = await fixture.gate.level(ann, folder(), null, []);
    expect(level.map(({ row }) => row['name'])).toEqual(['a', 'c', 'd', 'b', 'e']);
    await move('b', 'c');
  });

  it('takes the names of the newer protocol', async () => {
    await fixture.gate.sortable(ann, folder(), {
      move: await idOf('a'),
      target: await idOf('c'),
      order: 'weigh,desc',
      direction: 'down',
    });
    expect(await names()).toEqual(['b', 'c', 'a', 'd', 'e']);
    await move('a', 'b');
  });

  it('writes one row in the usual case, and counts its version', async () => {
    const before = await fixture.gate.index(ann, folder(), { isTree: 0, limit: 100 });
    await move('b', 'd');
    const after = await fixture.gate.index(ann, folder(), { isTree: 0, limit: 100 });
    const changed = after.list.filter(
      (row) => before.list.find(({ id }) => id === row['id'])!['weigh'] !== row['weigh'],
    );
    expect(changed).toMatchObject([
      { name: 'b', version: Number(before.list.find(({ name }) => name === 'b')!['version']) + 1 },
    ]);
    await move('b', 'c');
  });

  it('stays right when there is no room left between two rows', async () => {
    const expected = ['a', 'b', 'c', 'd', 'e'];
    for (let turn = 0; turn < 60; turn += 1) {
      const [from, to] = turn % 2 === 0 ? [expected[4]!, expected[1]!] : [expected[1]!, expected[3]!];
      await move(from, to);
      const at = expected.indexOf(to);
      expected.splice(expected.indexOf(from), 1);
      expected.splice(at, 0, from);
      expect(await names()).toEqual(expected);
    }
  });

  it('orders rows whose weights are all equal', async () => {
    const { list } = await fixture.gate.index(ann, folder(), { isTree: 0, limit: 100 });
    const rows = fixture.gate.rowsOf(folder());
    for (const row of list) await rows.edit(Number(row['id']), { weigh: 0 } as never);
    const before = await names();
    await move(String(before[4]), String(before[0]));
    expect(await names()).toEqual([before[4], ...before.slice(0, 4)]);
  });

  it('refuses a row that is missing, the row itself, and a row of another parent', async () => {
    const { id } = await fixture.gate.add(ann, folder(), { name: 'child', pid: await idOf('a') });
    await expect(fixture.gate.sortable(ann, folder(), { id, targetId: await idOf('b') })).rejects.toMatchObject({
      key: 'rows:outOfRange',
    });
    await expect(fixture.gate.sortable(ann, folder(), { id, targetId: 99_999 })).rejects.toMatchObject({
      key: 'rows:notFound',
    });
    await expect(fixture.gate.sortable(ann, folder(), { id, targetId: id })).rejects.toMatchObject({
      key: 'rows:notFound',
    });
    await expect(fixture.gate.sortable(ann, folder(), {})).rejects.toMatchObject({ key: 'rows:notFound' });
    await fixture.gate.del(ann, folder(), [id]);
  });

  it('makes room among the rows of one parent, and leaves those of others as they are', async () => {
    const parent = await idOf('a');
    const children = [];
    for (const name of ['z', 'y', 'x']) children.push(await fixture.gate.add(ann, folder(), { name, pid: parent }));
    const rows = fixture.gate.rowsOf(folder());
    const everywhere = (await fixture.gate.index(ann, folder(), { isTree: 0, limit: 100 })).list;
    for (const { id } of everywhere) await rows.edit(Number(id), { weigh: 7 } as never);
    // Between two that weigh the same, where nothing fits.
    await move('z', 'y');
    const after = (await fixture.gate.index(ann, folder(), { isTree: 0, limit: 100 })).list;
    expect(after.filter(({ pid }) => pid === null).map(({ weigh }) => weigh)).toEqual([7, 7, 7, 7, 7]);
    expect(after.filter(({ pid, weigh }) => pid === parent && weigh !== 7)).not.toEqual([]);
    await fixture.gate.del(
      ann,
      folder(),
      children.map(({ id }) => id),
    );
  });

  it('stays a total order under fifty movers, ten at a time', async () => {
    for (let at = 0; at < 15; at += 1) await fixture.gate.add(ann, folder(), { name: `m${at}` });
    const ids = (await fixture.gate.index(ann, folder(), { isTree: 0, limit: 100 })).list.map((row) =>
      Number(row['id']),
    );
    const mover = (turn: number): Promise<void> => {
      const [id, wanted, next] = [turn, turn * 7 + 3, turn + 1].map((at) => ids[at % ids.length]);
      return fixture.gate.sortable(ann, folder(), { id, targetId: wanted === id ? next : wanted });
    };
    // Fewer at a time than there are connections: who waits longer than a few seconds for one is sent away.
    for (let turn = 0; turn < 50; turn += 10)
      await Promise.all(Array.from({ length: 10 }, (_, place) => mover(turn + place)));
    const { list } = await fixture.gate.index(ann, folder(), { isTree: 0, limit: 100, order: 'weigh,desc' });
    expect(list).toHaveLength(ids.length);
    expect(new Set(list.map((row) => row['weigh'])).size).toBe(ids.length);
    expect(new Set(list.map((row) => row['id'])).size).toBe(ids.length);
    expect(await names()).toEqual(list.map((row) => row['name']));
  });

  it('makes room far around when a hundred rows stand shoulder to shoulder', async () => {
    const { gate, model } = await openGate(await open(), sampleTables);
    const rows = gate.rowsOf(model('folder'));
    await gate.addAll(
      'folder',
      Array.from({ length: 100 }, (_, at) => ({ name: `f${at}` })),
    );
    for (const [at, { id }] of (await rows.list()).entries()) await rows.edit(Number(id), { weigh: at + 1 } as never);
    const listed = async () =>
      (await gate.index(ann, model('folder'), { isTree: 0, limit: 200, order: 'weigh,desc' })).list;
    const expected = (await listed()).map(({ id }) => id);
    for (const [from, to] of [
      [99, 50],
      [0, 60],
      [98, 97],
    ]) {
      await gate.sortable(ann, model('folder'), { id: expected[from!], targetId: expected[to!] });
      expected.splice(to!, 0, ...expected.splice(from!, 1));
      const list = await listed();
      expect(list.map(({ id }) => id)).toEqual(expected);
      expect(new Set(list.map(({ weigh }) => weigh)).size).toBe(100);
    }
  });
});
