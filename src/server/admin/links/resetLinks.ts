import { sql } from 'kysely';
import type { Database, Sql } from '../../database/database.ts';
import type { TableSchema } from '../../database/schema.ts';
import { digest } from '../../shared/digest.ts';
import type { Account } from '../../realms/realm.ts';
import { newLinkToken } from './siteMail.ts';

/** Seconds in which a forgotten password can be set anew. */
const lifetime = 1800;
/** Its minutes, for people. */
export const resetMinutes = lifetime / 60;

export const resetLinkTable: TableSchema = {
  name: 'password_reset',
  primaryKey: ['account_id'],
  columns: [
    { name: 'account_id', type: 'integer', nullable: false, default: 0 },
    { name: 'hash', type: 'text', nullable: false, default: '' },
    { name: 'session_number', type: 'integer', nullable: false, default: 0 },
    { name: 'expire_time', type: 'integer', nullable: false, default: 0 },
  ],
  indexes: [{ columns: ['hash'], unique: true }],
};
const table = sql.table(resetLinkTable.name);

/** Links of administrators who have forgotten their password: one for an account, which another password ends. */
export const resetLinks = {
  async create(database: Database, { id, sessionNumber }: Account, now: number): Promise<string> {
    const token = newLinkToken();
    const [hash, end] = [digest(token), now + lifetime];
    await database.write(async ({ db }) => {
      await sql`DELETE FROM ${table} WHERE expire_time <= ${now}`.execute(db);
      await sql`INSERT INTO ${table} (account_id, hash, session_number, expire_time)
        VALUES (${id}, ${hash}, ${sessionNumber}, ${end})
        ON CONFLICT (account_id) DO UPDATE SET hash = ${hash}, session_number = ${sessionNumber}, expire_time = ${end}`.execute(
        db,
      );
    });
    return token;
  },

  /** Whose it is, as long as it holds. */
  async read(db: Sql, token: string, now: number): Promise<Pick<Account, 'id' | 'sessionNumber'> | undefined> {
    const { rows } = await sql<{ id: number; number: number }>`SELECT account_id AS id, session_number AS number
      FROM ${table} WHERE hash = ${digest(token)} AND expire_time > ${now}`.execute(db);
    return rows[0] && { id: Number(rows[0].id), sessionNumber: Number(rows[0].number) };
  },

  /** False where somebody else has used it meanwhile. */
  async spend(db: Sql, token: string): Promise<boolean> {
    const { rows } = await sql`DELETE FROM ${table} WHERE hash = ${digest(token)} RETURNING 1`.execute(db);
    return rows.length > 0;
  },
};
