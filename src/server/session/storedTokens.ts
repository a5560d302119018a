import { sql, type RawBuilder } from 'kysely';
import type { RealmName } from '#resource';
import type { Sql } from '../database/database.ts';
import type { ColumnSchema, TableSchema } from '../database/schema.ts';

/** A token as the database keeps it. */
export interface StoredToken {
  readonly kind: 'access' | 'refresh';
  readonly realm: RealmName;
  readonly account_id: number;
  readonly session_number: number;
  readonly family: string;
  readonly expire_time: number;
  /** When a refresh token was last used and gave new tokens; 0 before. */
  readonly used_time: number;
  /** When another refresh token of the family was first used, after which this one must not come any more; 0 before. */
  readonly superseded_time: number;
  /** From where the session began. */
  readonly ip: string;
  readonly useragent: string;
  /** Of a session as somebody else: the session that it ends with; empty for one's own. */
  readonly actor_family: string;
}

const column = (name: string, type: ColumnSchema['type']): ColumnSchema => ({
  name,
  type,
  nullable: false,
  default: type === 'text' ? '' : 0,
});
export const tokenTable = 'session_token';
export const secretTable = 'server_secret';

/** Only digests of tokens are kept. */
export const tokenTables: readonly TableSchema[] = [
  {
    name: tokenTable,
    primaryKey: ['hash'],
    columns: [
      column('hash', 'text'),
      column('kind', 'text'),
      column('realm', 'text'),
      column('account_id', 'integer'),
      column('session_number', 'integer'),
      column('family', 'text'),
      column('create_time', 'integer'),
      column('expire_time', 'integer'),
      column('used_time', 'integer'),
      column('superseded_time', 'integer'),
      column('ip', 'text'),
      column('useragent', 'text'),
      column('actor_family', 'text'),
    ],
    indexes: [
      { columns: ['family'], unique: false },
      { columns: ['actor_family'], unique: false },
      { columns: ['realm', 'account_id'], unique: false },
      { columns: ['expire_time'], unique: false },
    ],
  },
  { name: secretTable, primaryKey: ['name'], columns: [column('name', 'text'), column('value', 'text')], indexes: [] },
];

export const readToken = (db: Sql, hash: string): Promise<StoredToken | undefined> => read(db, sql`hash = ${hash}`);

/** The token of the family that is good for longest. */
export const readFamily = (db: Sql, family: string): Promise<StoredToken | undefined> =>
  read(db, sql`family = ${family} ORDER BY expire_time DESC LIMIT 1`);

async function read(db: Sql, which: RawBuilder<unknown>): Promise<StoredToken | undefined> {
  const { rows } = await sql<StoredToken>`
    SELECT kind, realm, account_id, session_number, family, expire_time, used_time, superseded_time, ip, useragent,
      actor_family
    FROM ${sql.table(tokenTable)} WHERE ${which}`.execute(db);
  return rows[0];
}
