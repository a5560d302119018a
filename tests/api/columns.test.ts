import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { builtInKinds, kindOf, loadValue, storeValue, type FieldOptions, type SqlValue } from '#resource';
import type { Database } from '../../src/server/database/database.ts';
import { eachDatabase } from '../support/databases.ts';
import { fieldCases } from '../support/fieldCases/index.ts';

const optionsOf = (name: string): FieldOptions => fieldCases[name]?.options ?? {};
const stored = [...builtInKinds.keys()].filter((name) => kindOf(name).column(optionsOf(name)));

eachDatabase((_name, open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    await database.write(async ({ db }) => {
      await sql`create table held (id bigint, whole bigint, words text)`.execute(db);
    });
  });

  it.each(stored)('a column gives back every value of kind %s', async (name) => {
    const kind = kindOf(name);
    const options = optionsOf(name);
    const column = kind.column(options)!.type === 'text' ? 'words' : 'whole';
    for (const [, value] of fieldCases[name]!.accepted) {
      await database.write(async ({ db }) => {
        await db.deleteFrom('held').execute();
        await db
          .insertInto('held')
          .values({ id: 1, [column]: storeValue(kind, options, value) })
          .execute();
      });
      const row = await database.read.selectFrom('held').select(column).executeTakeFirstOrThrow();
      expect(loadValue(kind, options, row[column] as SqlValue)).toEqual(value);
    }
  });
});
