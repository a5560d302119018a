import { beforeAll, expect, it } from 'vitest';
import { f, table } from '#resource';
import { eachDatabase } from '../../support/databases.ts';
import { administrator, openGate, type TestGate } from '../../support/gate.ts';

const branch = table('above_branch', { name: f.text({ required: true, search: true }), hidden: f.int({ default: 0 }) });
declare module '#resource' {
  interface Tables {
    above_branch: typeof branch;
  }
}
const path = 'above/branch';
const resource = branch.resource({
  path,
  traits: { tree: true, trash: true },
  list: { sort: 'name' },
  rows: { read: (caller) => caller.super || { hidden: 0 } },
});
const boss = administrator();
/** Sees nothing that is hidden. */
const reader = administrator([`${path}/index`]);

interface Row {
  readonly name?: string;
  readonly children?: readonly Row[];
}
/** A tree as text, by the names of its rows: `Top(Below Other(Deep))`. */
const drawn = (rows: readonly Row[]): string =>
  rows.map(({ name, children = [] }) => (children.length > 0 ? `${name}(${drawn(children)})` : name)).join(', ');

eachDatabase((_name, open) => {
  let fixture: TestGate;
  const ids = new Map<string, number>();
  beforeAll(async () => {
    fixture = await openGate(await open(), [resource]);
    const model = fixture.model('above_branch');
    const add = async (name: string, above?: string, hidden = 0): Promise<void> => {
      const { id } = await fixture.gate.add(boss, model, { name, hidden, pid: above ? ids.get(above) : null });
      ids.set(name, Number(id));
    };
    await add('Zoo');
    await add('Zebras', 'Zoo');
    await add('Old zebra', 'Zebras');
    await add('Horses', 'Zebras');
    await add('Half zebra', 'Horses');
    await add('Birds', 'Zoo');
    await add('Alone');
    await add('Mill');
    await add('Shut', 'Mill', 1);
    await add('Lost', 'Shut');
    await add('Lost zebra', 'Lost');
  });

  const list = async (caller: typeof boss, query: Readonly<Record<string, unknown>>) => {
    const answer = await fixture.gate.index(caller, fixture.model('above_branch'), query);
    const names = new Map([...ids].map(([name, id]) => [id, name]));
    return [drawn(answer.list), answer.ancestors?.map((id) => names.get(id))];
  };

  it('stand in their places among those above them, in the order of the list, where that is asked for', async () => {
    const tree = 'Mill(Shut(Lost(Lost zebra))), Zoo(Zebras(Horses(Half zebra), Old zebra))';
    expect(await list(boss, { quickSearch: 'zebra', ancestors: '1' })).toEqual([
      tree,
      ['Horses', 'Lost', 'Mill', 'Shut', 'Zoo'],
    ]);
    const filter = { search: [{ field: 'name', operator: 'eq', val: 'Half zebra' }], ancestors: true };
    expect(await list(boss, filter)).toEqual(['Zoo(Zebras(Horses(Half zebra)))', ['Horses', 'Zebras', 'Zoo']]);
    const [down] = await list(boss, { quickSearch: 'zebra', ancestors: true, order: 'name,desc' });
    expect(down).toBe('Zoo(Zebras(Old zebra, Horses(Half zebra))), Mill(Shut(Lost(Lost zebra)))');
  });

  it('stand alone as before where it is not asked for', async () => {
    const found = 'Half zebra, Lost zebra, Zebras(Old zebra)';
    expect(await list(boss, { quickSearch: 'zebra' })).toEqual([found, undefined]);
    expect(await list(boss, { quickSearch: 'zebra', ancestors: '0' })).toEqual([found, undefined]);
  });

  it('have nothing above them that the caller may not see, nor what stands above that', async () => {
    const tree = 'Lost(Lost zebra), Zoo(Zebras(Horses(Half zebra), Old zebra))';
    expect(await list(reader, { quickSearch: 'zebra', ancestors: '1' })).toEqual([tree, ['Horses', 'Lost', 'Zoo']]);
  });

  it('have nothing that was deleted above them', async () => {
    const { gate, model } = fixture;
    await gate.add(boss, model('above_branch'), { name: 'Gone' }).then(({ id }) => ids.set('Gone', Number(id)));
    await gate.add(boss, model('above_branch'), { name: 'Orphan', pid: ids.get('Gone') });
    await fixture.database.write(({ db }) =>
      db.updateTable('above_branch').set({ delete_time: 1 }).where('name', '=', 'Gone').execute(),
    );
    expect(await list(boss, { quickSearch: 'Orphan', ancestors: '1' })).toEqual(['Orphan', undefined]);
  });

  it('name no ancestors where all are found, or nothing is', async () => {
    expect((await list(boss, { ancestors: '1' }))[1]).toBeUndefined();
    expect(await list(boss, { quickSearch: 'nothing', ancestors: '1' })).toEqual(['', undefined]);
  });

  it('are paged as before, and chosen from as before', async () => {
    expect(await list(boss, { quickSearch: 'Half', ancestors: '1', isTree: 0 })).toEqual(['Half zebra', undefined]);
    const init = { initKey: 'id', initValue: [ids.get('Half zebra')], ancestors: '1' };
    expect(await list(boss, init)).toEqual(['Half zebra', undefined]);
  });

  it('are found where rows stand above one another in a circle', async () => {
    const { gate, model } = fixture;
    for (const name of ['Ring', 'Round'])
      ids.set(name, Number((await gate.add(boss, model('above_branch'), { name })).id));
    await fixture.database.write(async ({ db }) => {
      for (const [one, other] of [
        ['Ring', 'Round'],
        ['Round', 'Ring'],
      ] as const)
        await db
          .updateTable('above_branch')
          .set({ pid: ids.get(other) })
          .where('name', '=', one)
          .execute();
    });
    const answer = await gate.index(boss, model('above_branch'), { quickSearch: 'Ring', ancestors: '1' });
    expect(answer.ancestors).toEqual([ids.get('Round')]);
  });
});
