import { expect, it } from 'vitest';
import { f, modelOf, table } from '#resource';
import { applySchema, planSchema } from '../../src/server/database/applySchema.ts';
import { tablesOf } from '../../src/server/table/tablesOf.ts';
import { eachDatabase } from '../support/databases.ts';
import { plainText } from '../../src/server/database/schema/sentence.ts';

const parcel = (index: boolean) =>
  table('depot', { name: f.text(), amount: f.int({ index }), day: f.date(), code: f.text({ unique: true }) });

eachDatabase((_name, open) => {
  it('indexes what a file asks for, what its list is sorted by, and the order that rows are dragged into', async () => {
    const database = await open();
    await applySchema(database, tablesOf([modelOf(parcel(false).resource({}))]), () => {});
    const wanted = parcel(true).resource({ traits: { sortable: true }, list: { sort: ['-day', 'code'] } });
    const { steps } = await planSchema(database, tablesOf([modelOf(wanted)]));
    const says = steps.map((step) => plainText(step.says)).filter((text) => text.includes('index'));
    expect(says.toSorted()).toEqual(
      ['_pinyin_code', 'amount', 'day', 'weigh'].map((name) => `depot: create an index on ${name}`),
    );
  });

  it('lets no other program leave empty what the server itself sets', async () => {
    const database = await open();
    await applySchema(database, tablesOf([modelOf(parcel(true).resource({ traits: { sortable: true } }))]), () => {});
    const insert = (values: Record<string, string | null>) =>
      database.write(({ db }) => db.insertInto('depot').values(values).execute());
    await insert({ name: 'plain' });
    for (const column of ['create_time', 'update_time', 'version', 'weigh'])
      await expect(insert({ name: 'empty', [column]: null }), column).rejects.toThrow(/null/i);
    const rows = await database.read.selectFrom('depot').selectAll().execute();
    expect(rows).toMatchObject([{ name: 'plain', create_time: 0, update_time: 0, version: 1, weigh: 0 }]);
  });
});
