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
    { name: 'address', type: 'text', nullable: false, default: '' },
    { name: 'expire_time', type: 'integer', nullable: false, default: 0 },
  ],
  indexes: [{ columns: ['hash'], unique: true }],
};
const table = sql.table(resetLinkTable.name);

/** A link that holds; `address` is a digest of where it was mailed to. */
interface ResetLink extends Pick<Account, 'id' | 'sessionNumber'> {
  readonly address: string;
}

/** Links of administrators who have forgotten their password: one for an account, which another password or address ends. */
export const resetLinks = {
  async create(database: Database, { id, sessionNumber }: Account, email: string, now: number): Promise<string> {
    const token = newLinkToken();
    const [hash, address, end] = [digest(token), digest(email), now + lifetime];
    await database.write(async ({ db }) => {
      await sql`DELETE FROM ${table} WHERE expire_time <= ${now}`.execute(db);
      await sql`INSERT INTO ${table} (account_id, hash, session_number, address, expire_time)
        VALUES (${id}, ${hash}, ${sessionNumber}, ${address}, ${end})
        ON CONFLICT (account_id) DO UPDATE SET hash = ${hash}, session_number = ${sessionNumber}, address = ${address},
          expire_time = ${end}`.execute(db);
    });
    return token;
  },

  /** As long as it holds. */
  async read(db: Sql, token: string, now: number): Promise<ResetLink | undefined> {
    const { rows } = await sql<{ id: number; number: number; address: string }>`
      SELECT account_id AS id, session_number AS number, address
      FROM ${table} WHERE hash = ${digest(token)} AND expire_time > ${now}`.execute(db);
    const [row] = rows;
    return row && { id: Number(row.id), sessionNumber: Number(row.number), address: row.address };
  },

  /** Whether it was mailed there. */
  isTo: ({ address }: ResetLink, email: string | null | undefined): boolean => address === digest(email ?? ''),

  /** False where somebody else has used it meanwhile. */
  async spend(db: Sql, token: string): Promise<boolean> {
    const { rows } = await sql`DELETE FROM ${table} WHERE hash = ${digest(token)} RETURNING 1`.execute(db);
    return rows.length > 0;
  },
};
