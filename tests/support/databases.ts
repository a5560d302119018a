import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, inject } from 'vitest';
import type { Config } from '../../src/server/config/config.ts';
import type { Database, Dialect } from '../../src/server/database/database.ts';
import { openDatabase } from '../../src/server/database/openDatabase.ts';
import { createDatabase, dropDatabases } from './clusterDatabases.ts';
import { giveBackIfEmpty, takeEmpty } from './emptyDatabases.ts';
import { templateWith, type Wanted } from './tableTemplates.ts';
import { product } from './product.ts';
import { copyTemplate, type Template } from './template.ts';

/** Where a database lives: what `openDatabase` and the application take. */
export type Place = Pick<Config, 'dataDir' | 'databaseUrl'>;

/** Both, unless `TEST_DATABASES` names one of them. */
export const testedDatabases = (['sqlite', 'postgres'] as const).filter((name) =>
  (process.env['TEST_DATABASES'] ?? name).includes(name),
);

/** Which databases a suite is for: those of a test that is about one of them, or any one for what no SQL has a part in. */
export type Databases = Dialect | 'either';

/** Those of `testedDatabases` that are meant. */
const among = (which?: Databases): readonly Dialect[] =>
  which === 'either' ? testedDatabases.slice(0, 1) : testedDatabases.filter((name) => name === (which ?? name));

/** Makes room for fresh databases of a kind until the suite ends that this is called in. */
export const placesOn = (name: Dialect): (() => Promise<Place>) =>
  name === 'sqlite' ? sqlitePlaces() : postgresPlaces();

/**
 * Runs a suite on SQLite and on PostgreSQL. `open` opens a fresh empty database; `place` only makes room for one, for
 * tests that start the application or open it themselves. All of it is cleared away after the suite. `on`: one of them.
 */
export function eachDatabase(
  suite: (name: Dialect, open: () => Promise<Database>, place: () => Promise<Place>) => void,
  on?: Databases,
): void {
  for (const name of among(on)) {
    describe(name, () => {
      const opened: Database[] = [];
      const place = placesOn(name);
      // Registered after the places, so it runs before they are cleared away.
      afterAll(async () => {
        await Promise.all(opened.map((database) => database.close()));
      });
      suite(
        name,
        async () => {
          const database = await openDatabase(await place());
          opened.push(database);
          return database;
        },
        place,
      );
    });
  }
}

const unused = new WeakMap<Place, (wanted: Wanted) => Promise<void>>();

/**
 * Lets the place, if nothing has used it yet, be as the first start of the product leaves it. Saves a test that start, and
 * from the second on the making of the tables that `wanted` has besides.
 */
export async function prepare(place: Place, wanted: Wanted = product): Promise<void> {
  if (readdirSync(place.dataDir).length === 0) await unused.get(place)?.(wanted);
  unused.delete(place);
}

/** A temporary folder that goes when the suite ends. */
export function temporaryFolder(): () => string {
  const folders: string[] = [];
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  return () => {
    folders.push(mkdtempSync(join(tmpdir(), 'back-office-')));
    return folders.at(-1)!;
  };
}

const templateFor = async (name: Dialect, wanted: Wanted): Promise<Template> =>
  wanted === product ? inject('template') : templateWith(inject('template'), name, inject('postgresUrl'), wanted);

function sqlitePlaces(): () => Promise<Place> {
  const folder = temporaryFolder();
  return async () => {
    const place = { dataDir: folder(), databaseUrl: undefined };
    unused.set(place, async (wanted) => copyTemplate(await templateFor('sqlite', wanted), 'sqlite', place.dataDir));
    return place;
  };
}

/** Databases of the PostgreSQL that all files of the run share; `globalSetup.ts` starts it. */
function postgresPlaces(): () => Promise<Place> {
  const folder = temporaryFolder();
  const made: string[] = [];
  afterAll(() => dropDatabases(inject('postgresUrl'), made.splice(0)));
  return async () => {
    const url = inject('postgresUrl');
    const name = `test_${randomUUID().replaceAll('-', '')}`;
    await takeEmpty(url, name);
    made.push(name);
    const place = { dataDir: folder(), databaseUrl: `${url}/${name}` };
    unused.set(place, async (wanted) => {
      const template = await templateFor('postgres', wanted);
      if (!(await giveBackIfEmpty(url, name))) return;
      await createDatabase(url, name, template.database);
      copyTemplate(template, 'postgres', place.dataDir);
    });
    return place;
  };
}
