import { expect, it } from 'vitest';
import { openDatabase } from '../../src/server/database/openDatabase.ts';
import { temporaryFolder } from '../support/databases.ts';

const folder = temporaryFolder();

it('refuses a second server on one folder until the first has closed', async () => {
  const place = { dataDir: folder(), databaseUrl: undefined };
  const first = await openDatabase(place);
  await expect(openDatabase(place)).rejects.toMatchObject({
    key: 'database:folderInUse',
    params: { folder: place.dataDir },
  });
  await first.close();
  await (await openDatabase(place)).close();
});

it('refuses a job that begins another instead of waiting for ever', async () => {
  const database = await openDatabase({ dataDir: folder(), databaseUrl: undefined });
  const nested = database.write(() => database.write(async () => 1));
  await expect(nested).rejects.toThrow('use the `write` it was given');
  await expect(database.write(async () => 2)).resolves.toBe(2);
  await database.close();
});

it('cannot be written to through `read`', async () => {
  const database = await openDatabase({ dataDir: folder(), databaseUrl: undefined });
  await expect(database.read.schema.createTable('x').addColumn('id', 'integer').execute()).rejects.toThrow();
  await database.close();
});
