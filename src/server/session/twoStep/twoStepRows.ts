import { sql } from 'kysely';
import type { RealmName } from '#resource';
import type { Sql } from '../../database/database.ts';
import type { TableSchema } from '../../database/schema.ts';
import { ahead, stepAt } from './totp.ts';

/** Whose second step it is. */
export interface TwoStepAccount {
  readonly realm: RealmName;
  readonly id: number;
}

/** A second step as the database keeps it. */
export interface StoredTwoStep {
  /** Encrypted. */
  readonly secret: string;
  /** 0 until a code has shown that the app has the secret. */
  readonly enabled: number;
  readonly begin_time: number;
}

const table = 'two_step';
const codes = 'two_step_recovery';
/** What secrets are encrypted for. */
export const sealedFor = `${table}.secret`;

export const twoStepTables: readonly TableSchema[] = [
  {
    name: table,
    columns: [
      { name: 'realm', type: 'text', nullable: false, default: '' },
      { name: 'account_id', type: 'integer', nullable: false, default: 0 },
      {
        name: 'secret',
        type: 'text',
        nullable: false,
        default: '',
        secret: true,
        encoding: { kind: 'text', as: 'sealed', about: sealedFor },
      },
      { name: 'enabled', type: 'integer', nullable: false, default: 0 },
      { name: 'last_step', type: 'integer', nullable: false, default: 0 },
      { name: 'begin_time', type: 'integer', nullable: false, default: 0 },
    ],
    indexes: [{ columns: ['realm', 'account_id'], unique: true }],
  },
  {
    name: codes,
    primaryKey: ['hash'],
    columns: [
      { name: 'hash', type: 'text', nullable: false, default: '' },
      { name: 'realm', type: 'text', nullable: false, default: '' },
      { name: 'account_id', type: 'integer', nullable: false, default: 0 },
    ],
    indexes: [{ columns: ['realm', 'account_id'], unique: false }],
  },
];

const own = ({ realm, id }: TwoStepAccount) => sql`realm = ${realm} AND account_id = ${id}`;
const at = sql.table(table);
const unused = (account: TwoStepAccount, step: number, now: number) =>
  sql`${own(account)} AND enabled = 1 AND (last_step < ${step} OR last_step > ${stepAt(now) + ahead})`;
const of = (column: string) => sql.ref(`${table}.${column}`);

/** The rows of second steps and of recovery codes, of which only hashes are kept. */
export const twoStepRows = {
  async read(db: Sql, account: TwoStepAccount): Promise<StoredTwoStep | undefined> {
    const { rows } = await sql<StoredTwoStep>`
      SELECT secret, enabled, begin_time FROM ${at} WHERE ${own(account)}`.execute(db);
    return rows[0];
  },

  /** Keeps a secret that is not confirmed yet; false where the second step is on already. */
  async begin(db: Sql, { realm, id }: TwoStepAccount, secret: string, now: number): Promise<boolean> {
    const { rows } = await sql`
      INSERT INTO ${at} (realm, account_id, secret, enabled, last_step, begin_time)
      VALUES (${realm}, ${id}, ${secret}, 0, 0, ${now})
      ON CONFLICT (realm, account_id) DO UPDATE SET secret = ${secret}, begin_time = ${now} WHERE ${of('enabled')} = 0
      RETURNING 1`.execute(db);
    return rows.length > 0;
  },

  /** Switches it on with the secret that was confirmed; false where somebody has begun anew meanwhile. */
  async enable(db: Sql, account: TwoStepAccount, secret: string, step: number): Promise<boolean> {
    const { rows } = await sql`UPDATE ${at} SET enabled = 1, last_step = ${step}
      WHERE ${own(account)} AND enabled = 0 AND secret = ${secret} RETURNING 1`.execute(db);
    return rows.length > 0;
  },

  /** Spends the code of a step: false where it, or one after it, was used. A clock that was put back begins anew. */
  async useStep(db: Sql, account: TwoStepAccount, step: number, now: number): Promise<boolean> {
    const { rows } =
      await sql`UPDATE ${at} SET last_step = ${step} WHERE ${unused(account, step, now)} RETURNING 1`.execute(db);
    return rows.length > 0;
  },

  /** Whether `useStep` would spend it. */
  async hasStep(db: Sql, account: TwoStepAccount, step: number, now: number): Promise<boolean> {
    const { rows } = await sql`SELECT 1 FROM ${at} WHERE ${unused(account, step, now)}`.execute(db);
    return rows.length > 0;
  },

  /** Spends a recovery code; false where there is none of this hash. */
  async useCode(db: Sql, account: TwoStepAccount, hash: string): Promise<boolean> {
    const { rows } = await sql`DELETE FROM ${sql.table(codes)} WHERE hash = ${hash} AND ${own(account)}
      RETURNING 1`.execute(db);
    return rows.length > 0;
  },

  /** Whether `useCode` would spend it. */
  async hasCode(db: Sql, account: TwoStepAccount, hash: string): Promise<boolean> {
    const { rows } = await sql`SELECT 1 FROM ${sql.table(codes)} WHERE hash = ${hash} AND ${own(account)}`.execute(db);
    return rows.length > 0;
  },

  async countCodes(db: Sql, account: TwoStepAccount): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      SELECT COUNT(*) AS count FROM ${sql.table(codes)} WHERE ${own(account)}`.execute(db);
    return Number(rows[0]!.count);
  },

  /** New recovery codes in the place of those of before. */
  async setCodes(db: Sql, account: TwoStepAccount, hashes: readonly string[]): Promise<void> {
    // Who does the same at the same time waits, and then finds these.
    await sql`UPDATE ${at} SET last_step = last_step WHERE ${own(account)}`.execute(db);
    await sql`DELETE FROM ${sql.table(codes)} WHERE ${own(account)}`.execute(db);
    for (const hash of hashes)
      await sql`INSERT INTO ${sql.table(codes)} (hash, realm, account_id)
        VALUES (${hash}, ${account.realm}, ${account.id})`.execute(db);
  },

  async remove(db: Sql, account: TwoStepAccount): Promise<void> {
    await sql`DELETE FROM ${at} WHERE ${own(account)}`.execute(db);
    await sql`DELETE FROM ${sql.table(codes)} WHERE ${own(account)}`.execute(db);
  },
};
