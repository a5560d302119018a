import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { secretTable } from './storedTokens.ts';

/** Reads a secret of the server's own, the same on every instance; made when it is first needed. */
export function serverSecret(database: Database, name: string): () => Promise<string> {
  let known: Promise<string> | undefined;
  const read = (): Promise<string> =>
    database.write(async ({ db }) => {
      const value = randomBytes(32).toString('base64url');
      await sql`INSERT INTO ${sql.table(secretTable)} (name, value) VALUES (${name}, ${value}) ON CONFLICT (name) DO NOTHING`.execute(
        db,
      );
      const { rows } = await sql<{
        value: string;
      }>`SELECT value FROM ${sql.table(secretTable)} WHERE name = ${name}`.execute(db);
      return rows[0]!.value;
    });
  return () => {
    known ??= read();
    known.catch(() => (known = undefined));
    return known;
  };
}
