// Run by tests in a process of its own: sixteen writers say which rows were acknowledged, until somebody kills it.
import { writeSync } from 'node:fs';
import { openDatabase } from '../../src/server/database/openDatabase.ts';

const [dataDir = '', databaseUrl] = process.argv.slice(2);
const database = await openDatabase({ dataDir, databaseUrl: databaseUrl || undefined });
await Promise.all(
  Array.from({ length: 16 }, async () => {
    for (;;) {
      const { id } = await database.write(({ db }) =>
        db
          .insertInto('note')
          .values({ body: 'x'.repeat(500) })
          .returning('id')
          .executeTakeFirstOrThrow(),
      );
      writeSync(1, `${id}\n`);
    }
  }),
);
