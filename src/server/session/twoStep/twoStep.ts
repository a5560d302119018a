import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Invalid, Problem } from '#resource';
import type { Database } from '../../database/database.ts';
import { createLimiter, type SharedLimiter } from '../../rateLimits/rateLimiter.ts';
import type { WindowCounts } from '../../rateLimits/windowCounts.ts';
import { placeOf } from '../../shared/placeOf.ts';
import type { Sealer } from '../../shared/sealer.ts';
import { newRecoveryCodes, readRecoveryCode } from './recoveryCodes.ts';
import { isTotp, newSecret, stepOf } from './totp.ts';
import { sealedFor, twoStepRows, type StoredTwoStep, type TwoStepAccount } from './twoStepRows.ts';

/** Codes of an app that are tried on one account in a day: with three of a million that are right, one guess in 10,000 days. */
const guesses = { key: 'two-step', max: 30, timeWindow: 86_400_000 } as const;
/** Seconds in which a sign-in goes on with its second step, and how often it may be tried meanwhile. */
const halfway = { lifetime: 300, tries: 5 } as const;
/** Seconds in which a new secret is confirmed. */
const beginning = 600;
const halfwayShape = /^([0-9a-z]{1,9})\.([\w-]{16})\.([\w-]{43})$/;

export interface TwoStepParts {
  readonly database: Database;
  readonly sealer: Pick<Sealer, 'seal' | 'open'>;
  readonly counts: WindowCounts;
  secret(): Promise<string>;
  /** Unix seconds. */
  now(): number;
}

/** An account whose password was right. */
export interface HalfwayAccount extends TwoStepAccount {
  readonly sessionNumber: number;
}

/** The second step of signing in: codes of an app (TOTP, RFC 6238), and recovery codes for who has lost it. */
export class TwoStep {
  readonly #parts: TwoStepParts;
  readonly #guesses: SharedLimiter;

  constructor(parts: TwoStepParts) {
    this.#parts = parts;
    this.#guesses = createLimiter(parts.counts, guesses, parts.now);
  }

  async isOn(account: TwoStepAccount): Promise<boolean> {
    return (await twoStepRows.read(this.#parts.database.read, account))?.enabled === 1;
  }

  recoveryLeft(account: TwoStepAccount): Promise<number> {
    return twoStepRows.countCodes(this.#parts.database.read, account);
  }

  /** A new secret, which counts for nothing until `confirm`. */
  async begin(account: TwoStepAccount): Promise<string> {
    const { database, now, sealer } = this.#parts;
    const secret = newSecret();
    const isNew = await database.write(({ db }) =>
      twoStepRows.begin(db, account, sealer.seal(secret, sealedFor), now()),
    );
    if (!isNew) throw new Problem('session:twoStepOn');
    return secret;
  }

  /** What a right code of the new secret makes true, to be written in the transaction that switches it on. */
  async confirm(account: TwoStepAccount, code: unknown) {
    const { database, now } = this.#parts;
    const stored = await twoStepRows.read(database.read, account);
    if (stored?.enabled === 1) throw new Problem('session:twoStepOn');
    if (!stored || stored.begin_time + beginning <= now()) throw new Problem('session:twoStepLate');
    const step = await this.#guess(account, 'begin', () => Promise.resolve(this.#stepOf(stored, textOf(code))));
    if (step === undefined) throw wrongCode();
    const fresh = await this.#newCodes(account);
    return {
      codes: fresh.codes,
      write: async (db: Parameters<typeof twoStepRows.enable>[0]): Promise<void> => {
        if (!(await twoStepRows.enable(db, account, stored.secret, step))) throw new Problem('session:twoStepLate');
        await twoStepRows.setCodes(db, account, fresh.hashes);
      },
    };
  }

  /** Other recovery codes; those of before are good for nothing any more. */
  async renewCodes(account: TwoStepAccount): Promise<readonly string[]> {
    const { codes, hashes } = await this.#newCodes(account);
    await this.#parts.database.write(({ db }) => twoStepRows.setCodes(db, account, hashes));
    return codes;
  }

  /**
   * Spends a code of the app or a recovery code, each once; which it was. Throws for a wrong one, at the field `code`. Codes of
   * the app are counted by account, or by `who` where only they are to be kept from guessing. `stays`: a right one is not spent.
   */
  async use(account: TwoStepAccount, code: unknown, who = '', stays = false): Promise<'app' | 'recovery'> {
    const { database, now } = this.#parts;
    const given = textOf(code);
    const stored = await twoStepRows.read(database.read, account);
    if (stored?.enabled !== 1) throw wrongCode();
    if (!isTotp(given)) return this.#useRecovery(account, given, stays);
    const isRight = await this.#guess(account, who, async () => {
      const step = this.#stepOf(stored, given);
      if (step === undefined) return undefined;
      const isUnused = stays
        ? await twoStepRows.hasStep(database.read, account, step, now())
        : await database.write(({ db }) => twoStepRows.useStep(db, account, step, now()));
      return isUnused || undefined;
    });
    if (!isRight) throw wrongCode();
    return 'app';
  }

  /** For who has shown the password: lets the same attempt go on, from the same address, without what stood before it. */
  async halfwayToken(account: HalfwayAccount, ip: string): Promise<string> {
    const body = `${(this.#parts.now() + halfway.lifetime).toString(36)}.${randomBytes(12).toString('base64url')}`;
    return `${body}.${await this.#sign(account, ip, body)}`;
  }

  /** Whether it is such a token; each counts for a few tries. */
  async isHalfway(token: unknown, account: HalfwayAccount, ip: string): Promise<boolean> {
    const { counts, now } = this.#parts;
    const [, end, nonce, signature] = typeof token === 'string' ? (halfwayShape.exec(token) ?? []) : [];
    if (!end || !nonce || !signature || Number.parseInt(end, 36) <= now()) return false;
    const expected = await this.#sign(account, ip, `${end}.${nonce}`);
    if (!timingSafeEqual(Buffer.from(expected), Buffer.from(signature))) return false;
    return (await counts.add(`halfway ${nonce}`, halfway.lifetime)).count <= halfway.tries;
  }

  async #sign({ realm, id, sessionNumber }: HalfwayAccount, ip: string, body: string): Promise<string> {
    return this.#mac(['halfway', realm, id, sessionNumber, placeOf(ip), body]);
  }

  async #mac(about: readonly unknown[]): Promise<string> {
    return createHmac('sha256', await this.#parts.secret())
      .update(JSON.stringify(about))
      .digest('base64url');
  }

  #hashOf({ realm, id }: TwoStepAccount, code: string): Promise<string> {
    return this.#mac(['recovery', realm, id, code]);
  }

  async #newCodes(account: TwoStepAccount) {
    const codes = newRecoveryCodes();
    return { codes, hashes: await Promise.all(codes.map((code) => this.#hashOf(account, readRecoveryCode(code)!))) };
  }

  async #useRecovery(account: TwoStepAccount, given: string, stays: boolean): Promise<'recovery'> {
    const { database } = this.#parts;
    const code = readRecoveryCode(given);
    if (code === undefined) throw wrongCode();
    const hash = await this.#hashOf(account, code);
    const isUnused = stays
      ? await twoStepRows.hasCode(database.read, account, hash)
      : await database.write(({ db }) => twoStepRows.useCode(db, account, hash));
    if (!isUnused) throw wrongCode();
    return 'recovery';
  }

  /** A guess is counted before it is looked at, and all are forgotten when one is right. */
  async #guess<T>({ realm, id }: TwoStepAccount, who: string, look: () => Promise<T | undefined>) {
    const key = `${realm}/${id} ${who}`;
    try {
      await this.#guesses.consume(key);
    } catch (error) {
      if (error instanceof Problem) throw new Invalid({ code: { key: 'session:twoStepSpent' } });
      throw error;
    }
    const found = await look();
    if (found !== undefined) await this.#guesses.reset(key);
    return found;
  }

  #stepOf({ secret: sealed }: StoredTwoStep, code: string): number | undefined {
    const secret = this.#parts.sealer.open(sealed, sealedFor);
    // As with other encrypted fields: the key is gone. Recovery codes are good still.
    if (secret === undefined) throw new Invalid({ code: { key: 'session:twoStepSealed' } });
    return isTotp(code) ? stepOf(code, secret, this.#parts.now()) : undefined;
  }
}

/** The code without the blanks that people type between its groups. */
function textOf(code: unknown): string {
  const text = typeof code === 'string' ? code.trim() : '';
  if (text === '') throw new Invalid({ code: { key: 'validate:required' } }, codeLabel);
  if (text.length > 60) throw wrongCode();
  return text.replaceAll(' ', '');
}

const codeLabel = { code: { key: 'session:twoStepCode' } };
const wrongCode = (): Invalid => new Invalid({ code: { key: 'session:twoStepWrong' } });
