import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { Problem, type Caller } from '#resource';
import type { CodeUse } from '#plugin';
import { digest } from '../shared/digest.ts';
import type { Database } from '../database/database.ts';
import type { TableSchema } from '../database/schema.ts';
import { createLimiter } from '../rateLimits/rateLimiter.ts';
import type { WindowCounts } from '../rateLimits/windowCounts.ts';
import type { SecurityEvent } from '../security/securityEvent.ts';
import { placeOf } from '../shared/placeOf.ts';

/** Seconds that a code can be used (protocol §2.3), and wrong tries after which it is gone. */
const lifetime = 600;
const maxTries = 5;
/** Codes that leave for one target, whatever they are for, and for whoever asks from one address; milliseconds. */
const perMinute = { key: 'code target', max: 1, timeWindow: 60_000 } as const;
const perHour = { key: 'code target in an hour', max: 6, timeWindow: 3_600_000 } as const;
const perAddress = { key: 'code address', max: 20, timeWindow: 600_000 } as const;

export const codeTable: TableSchema = {
  name: 'one_time_code',
  primaryKey: ['key'],
  columns: [
    { name: 'key', type: 'text', nullable: false, default: '' },
    { name: 'code', type: 'text', nullable: false, default: '' },
    { name: 'tries', type: 'integer', nullable: false, default: 0 },
    { name: 'expire_time', type: 'integer', nullable: false, default: 0 },
  ],
  indexes: [{ columns: ['expire_time'], unique: false }],
};

/** Codes that are sent to somebody's address, who shows by them that it is theirs. */
export interface Codes {
  create(caller: Caller, use: CodeUse): Promise<string>;
  /** `stays`: a right one is not spent. */
  check(caller: Caller, use: CodeUse, code: unknown, stays?: boolean): Promise<void>;
}

export interface CodeParts {
  readonly database: Database;
  readonly counts: WindowCounts;
  secret(): Promise<string>;
  /** Unix seconds. */
  now(): number;
  note(event: SecurityEvent): void;
}

/** Neither codes nor targets are kept as they are. */
export function createCodes({ database, counts, secret, now, note }: CodeParts): Codes {
  const table = sql.table(codeTable.name);
  const minutes = createLimiter(counts, perMinute, now);
  const hours = createLimiter(counts, perHour, now);
  const addresses = createLimiter(counts, perAddress, now);
  const targetOf = ({ target }: CodeUse): string => target.trim().toLowerCase();
  const keyOf = (use: CodeUse): string => digest(JSON.stringify([use.purpose, targetOf(use)]));
  const sealed = async (key: string, code: string): Promise<string> =>
    createHmac('sha256', await secret())
      .update(`${key} ${code}`)
      .digest('base64url');

  /** Counts the try; whether it was right, and whether it was the last. */
  const attempt = (key: string, given: string, stays: boolean): Promise<{ isRight: boolean; isGone: boolean }> =>
    database.write(async ({ db }) => {
      const lock = database.dialect === 'postgres' ? sql`FOR UPDATE` : sql``;
      const { rows } = await sql<{ code: string; tries: number }>`
        SELECT code, tries FROM ${table} WHERE key = ${key}
          AND expire_time > ${now()} AND expire_time <= ${now() + lifetime} ${lock}`.execute(db);
      const row = rows[0];
      if (!row) return { isRight: false, isGone: false };
      const isRight = timingSafeEqual(Buffer.from(row.code), Buffer.from(given));
      if (isRight && stays) return { isRight, isGone: false };
      const isGone = isRight || Number(row.tries) + 1 >= maxTries;
      await (
        isGone
          ? sql`DELETE FROM ${table} WHERE key = ${key}`
          : sql`UPDATE ${table} SET tries = tries + 1 WHERE key = ${key}`
      ).execute(db);
      return { isRight, isGone };
    });

  return {
    async create(caller, use) {
      const key = keyOf(use);
      await addresses.consume(placeOf(caller.ip));
      const target = targetOf(use);
      await minutes.consume(target);
      // After the minute: what does not leave must not use up the hour.
      try {
        await hours.consume(use.isOwner ? `${target} owner` : target);
      } catch (error) {
        // Nothing leaves: the minute is still somebody else's.
        await minutes.reset(target);
        throw error;
      }
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const sealedCode = await sealed(key, code);
      const end = now() + lifetime;
      await database.write(async ({ db }) => {
        await sql`DELETE FROM ${table} WHERE expire_time <= ${now()}`.execute(db);
        await sql`INSERT INTO ${table} (key, code, tries, expire_time) VALUES (${key}, ${sealedCode}, 0, ${end})
          ON CONFLICT (key) DO UPDATE SET code = ${sealedCode}, tries = 0, expire_time = ${end}`.execute(db);
      });
      return code;
    },
    async check(caller, use, code, stays = false) {
      const key = keyOf(use);
      const isCode = typeof code === 'string' && /^\d{6}$/.test(code.trim());
      const { isRight, isGone } = isCode
        ? await attempt(key, await sealed(key, code.trim()), stays)
        : { isRight: false, isGone: false };
      if (isRight) return;
      if (isGone)
        note({ kind: 'captcha', outcome: 'refused', caller, target: use.purpose, detail: { reason: 'codes' } });
      throw new Problem('session:codeWrong');
    },
  };
}
