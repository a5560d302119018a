import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type {} from 'vitest';
import { createApp } from '../../src/server/app.ts';
import { createDatabase } from './clusterDatabases.ts';
import { product } from './product.ts';
import { quickPasswords, testConfig } from './testConfig.ts';

/** What the first start of the product leaves behind, on both databases: most tests begin where it ends. */
export interface Template {
  /** Data folders, `sqlite` with its database. */
  readonly folder: string;
  /** On the shared PostgreSQL. */
  readonly database: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the PostgreSQL that all files share, without a database's name. */
    postgresUrl: string;
    /** A copy of the product without what an integrator has added, for tests that run it as a program. */
    productFolder: string;
    /** Another one without plugins, which take a third of the time of a start. */
    coreFolder: string;
    template: Template;
  }
}

/** Unix seconds of that start: before the clock of every test. */
const past = 1_700_000_000;

/** Starts the product once on each database and stops it. */
export async function makeTemplate(folder: string, postgresUrl: string): Promise<Template> {
  const database = 'template_product';
  await createDatabase(postgresUrl, database);
  for (const [name, databaseUrl] of [
    ['sqlite', undefined],
    ['postgres', `${postgresUrl}/${database}`],
  ] as const) {
    const dataDir = join(folder, name);
    mkdirSync(dataDir, { recursive: true });
    const app = await createApp(
      { ...testConfig, dataDir, databaseUrl },
      { loaded: product, now: () => past, passwordCost: quickPasswords },
    );
    await app.close();
  }
  return { folder, database };
}

/** Makes an empty data folder one of a product that has been started before. */
export function copyTemplate({ folder }: Template, name: 'sqlite' | 'postgres', dataDir: string): void {
  cpSync(join(folder, name), dataDir, { recursive: true });
}
