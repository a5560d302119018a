import { expect, it } from 'vitest';
import { f, table } from '#resource';
import { administrator, openGate } from '../../support/gate.ts';
import { eachDatabase } from '../../support/databases.ts';

const bundle = table('bundle', { text: f.text(), owner: f.int() });
declare module '#resource' {
  interface Tables {
    bundle: typeof bundle;
  }
}
const bundles = bundle.resource({ path: 'post/bundle', rows: { read: (caller) => ({ owner: caller.id }) } });
const nodes = ['post/bundle/index', 'post/bundle/edit'];
const [bob, eve] = [administrator(nodes, { id: 9 }), administrator(nodes, { id: 5 })];

eachDatabase((_name, open) => {
  it('gives each of many who ask at once their own row, and nobody the row of another', async () => {
    const { gate } = await openGate(await open(), [bundles]);
    const ids: number[] = [];
    for (let number = 0; number < 40; number += 1)
      ids.push((await gate.rows('bundle').add({ text: `bundle ${number}`, owner: number % 2 ? 9 : 5 })).id);
    // Backwards, one of them twice, and one that is not there.
    const asked = [...ids.toReversed(), ids[7]!, 4_000_000];
    const expected = (owner: number): (string | undefined)[] =>
      asked.map((id) => {
        const number = ids.indexOf(id);
        return number >= 0 && number % 2 === (owner === 9 ? 1 : 0) ? `bundle ${number}` : undefined;
      });
    const read = (by: typeof bob) =>
      Promise.all(asked.map(async (id) => (await gate.rows('bundle', by).get(id))?.text));
    expect(await Promise.all([read(bob), read(eve)])).toEqual([expected(9), expected(5)]);
  });

  it('tells everybody who asked at once when the database refuses', async () => {
    const database = await open();
    const { gate } = await openGate(database, [bundles]);
    const { id } = await gate.rows('bundle').add({ text: 'one', owner: 9 });
    await database.write(({ db }) => db.schema.dropTable('bundle').execute());
    const asked = await Promise.allSettled([id, id + 1, id].map((each) => gate.rows('bundle', bob).get(each)));
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  });
});
