import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { Problem } from '#resource';
import type { Config } from '../config/config.ts';
import type { AnySchema, Database } from './database.ts';
import { postgresPool } from './postgresPool.ts';
import { sqliteDialect } from './sqliteDialect.ts';

/** A database for looking only: it needs no lock, so a server may run on the same one meanwhile. */
export type ReadOnly = Pick<Database, 'dialect' | 'read' | 'close'>;

/** Opens what is there, and makes nothing: a SQLite file that does not exist yet reads as an empty one. */
export function openReadOnly({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<ReadOnly> {
  return databaseUrl ? readPostgres(databaseUrl) : readSqlite(dataDir);
}

async function readSqlite(folder: string): Promise<ReadOnly> {
  const file = join(folder, 'data.sqlite');
  try {
    const connection = existsSync(file)
      ? new DatabaseSync(file, { readOnly: true, timeout: 5000 })
      : new DatabaseSync(':memory:');
    connection.prepare('SELECT count(*) FROM sqlite_master').get();
    return {
      dialect: 'sqlite',
      read: new Kysely<AnySchema>({ dialect: sqliteDialect(connection) }),
      close: async () => connection.close(),
    };
  } catch (error) {
    throw new Problem('database:folderUnusable', { folder, reason: (error as Error).message });
  }
}

async function readPostgres(url: string): Promise<ReadOnly> {
  const target = new URL(url);
  target.searchParams.set('options', '-c default_transaction_read_only=on');
  const read = postgresPool(target.href, { connections: 1, unhurried: true }, () => {}).db;
  try {
    await sql`SELECT 1`.execute(read);
  } catch (error) {
    await read.destroy();
    const cause = error instanceof Problem ? (error.cause as Error) : (error as Error);
    throw new Problem('database:unreachable', { reason: cause.message });
  }
  return { dialect: 'postgres', read, close: () => read.destroy() };
}
