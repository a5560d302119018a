import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/server/database/openDatabase.ts';
import { eachDatabase, prepare, type Place } from '../support/databases.ts';

/** Which of these tables there are. */
async function tablesAt(place: Place): Promise<string[]> {
  const database = await openDatabase(place);
  const tables = await database.read.introspection.getTables();
  await database.close();
  return tables.map(({ name }) => name).filter((name) => name === 'admin' || name === 'mine');
}

eachDatabase((_name, _open, place) => {
  it('is one of the product only where nobody has made a table, and hands nothing on to the next', async () => {
    const used = await place();
    const database = await openDatabase(used);
    await database.restructure(({ db }) => sql`CREATE TABLE mine (id integer)`.execute(db));
    await database.close();
    const unused = await place();
    for (const each of [used, unused]) await prepare(each);
    expect(await tablesAt(used)).toEqual(['mine']);
    expect(await tablesAt(unused)).toEqual(['admin']);
    for (let next = 0; next < 2; next += 1) expect(await tablesAt(await place())).toEqual([]);
  });
});
