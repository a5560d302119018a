import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { Problem } from '#resource';
import type { Database } from '../database/database.ts';
import type { TableSchema } from '../database/schema.ts';
import { KeyedMutex } from './concurrency.ts';
import { placeOf } from './placeOf.ts';

/** Failures that are forgotten after so many seconds without another (protocol §1.6). */
const memory = 86_400;
/** Failures of one account before it is locked, and for how many seconds at first; each further failure doubles it, up to a day. */
const accountLimit = 10;
const firstLock = 900;
const longestLock = 86_400;
/** Failures from one address, on whatever accounts, before it must wait, and seconds that it then waits. */
const addressLimit = 30;
const addressLock = 300;
/** Failures after which a picture must be solved. */
const captchaAfter = { account: 3, address: 10 } as const;
/** Attempts that may wait for one account or one address. */
const mostWaiting = 400;

export const attemptTable: TableSchema = {
  name: 'sign_in_failure',
  primaryKey: ['key'],
  columns: [
    { name: 'key', type: 'text', nullable: false, default: '' },
    { name: 'failures', type: 'integer', nullable: false, default: 0 },
    { name: 'last_time', type: 'integer', nullable: false, default: 0 },
    { name: 'locked_until', type: 'integer', nullable: false, default: 0 },
  ],
  indexes: [{ columns: ['last_time'], unique: false }],
};

interface Counted {
  readonly failures: number;
  readonly locked_until: number;
}
/** Whose attempt it is; the name is that of the account if there is one. */
export interface Who {
  readonly username: string;
  readonly ip: string;
}

/**
 * Counts failed sign-ins of each account name, whether there is such an account or not, and of each address. The counts
 * stand in the database: they outlive a restart and hold on every instance.
 */
export class Attempts {
  readonly #database: Database;
  readonly #now: () => number;
  readonly #mutex = new KeyedMutex(mostWaiting);

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  /**
   * Decides the attempts on one account, and those from one address, one after the other: guesses that come at once are
   * counted before the next is looked at.
   */
  runExclusive<T>(who: Who, decide: () => Promise<T>): Promise<T> {
    // Accounts first, always: nobody who has an address waits for an account.
    return this.#mutex.runExclusive(accountKey(who), () => this.#mutex.runExclusive(addressKey(who), decide));
  }

  /** Refuses while the account or the address is locked; else says whether a picture must be solved first, and whether others go before: the address has failed already. */
  async assertOpen(who: Who): Promise<{ needsCaptcha: boolean; isSuspect: boolean }> {
    const [account, address] = await Promise.all([this.#read(accountKey(who)), this.#read(addressKey(who))]);
    const until = Math.max(account?.locked_until ?? 0, address?.locked_until ?? 0);
    if (until > this.#now()) throw new Problem('session:locked', { count: Math.ceil((until - this.#now()) / 60) });
    const [ofAccount, ofAddress] = [account?.failures ?? 0, address?.failures ?? 0];
    return {
      needsCaptcha: ofAccount >= captchaAfter.account || ofAddress >= captchaAfter.address,
      isSuspect: ofAddress > 0,
    };
  }

  async needsCaptcha(ip: string): Promise<boolean> {
    return ((await this.#read(addressKey({ username: '', ip })))?.failures ?? 0) >= captchaAfter.address;
  }

  async failed(who: Who): Promise<void> {
    const now = this.#now();
    await this.#database.write(async ({ db }) => {
      await sql`DELETE FROM ${sql.table(attemptTable.name)} WHERE last_time < ${now - memory} AND locked_until < ${now}`.execute(
        db,
      );
      for (const [key, lock] of [
        [accountKey(who), accountLock],
        [addressKey(who), addressLockAt],
      ] as const) {
        const {
          rows: [counted],
        } = await sql<Counted>`
          INSERT INTO ${sql.table(attemptTable.name)} (key, failures, last_time, locked_until) VALUES (${key}, 1, ${now}, 0)
          ON CONFLICT (key) DO UPDATE SET failures = ${sql.ref(`${attemptTable.name}.failures`)} + 1, last_time = ${now} RETURNING failures, locked_until`.execute(
          db,
        );
        const seconds = lock(counted!.failures);
        if (seconds > 0)
          await sql`UPDATE ${sql.table(attemptTable.name)} SET locked_until = ${now + seconds} WHERE key = ${key}`.execute(
            db,
          );
      }
    });
  }

  /** Forgets the account's failures; returns how many there were, so that its owner can be told. */
  async succeeded(who: Who): Promise<number> {
    const account = await this.#read(accountKey(who));
    if (account)
      await this.#database.write(({ db }) =>
        sql`DELETE FROM ${sql.table(attemptTable.name)} WHERE key = ${accountKey(who)}`.execute(db),
      );
    return account?.failures ?? 0;
  }

  async #read(key: string): Promise<Counted | undefined> {
    const { rows } = await sql<Counted>`
      SELECT failures, locked_until FROM ${sql.table(attemptTable.name)} WHERE key = ${key} AND (last_time >= ${this.#now() - memory} OR locked_until > ${this.#now()})`.execute(
      this.#database.read,
    );
    return rows[0];
  }
}

const accountLock = (failures: number): number =>
  failures < accountLimit ? 0 : Math.min(longestLock, firstLock * 2 ** (failures - accountLimit));
const addressLockAt = (failures: number): number => (failures < addressLimit ? 0 : addressLock);

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');
const accountKey = ({ username }: Who): string => `account ${digest(username)}`;
const addressKey = ({ ip }: Who): string => `address ${digest(placeOf(ip))}`;
