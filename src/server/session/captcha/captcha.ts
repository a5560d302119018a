import { randomUUID } from 'node:crypto';
import { Problem, type Caller } from '#resource';
import type { Database } from '../../database/database.ts';
import type { TableSchema } from '../../database/schema.ts';
import type { SecurityEvent } from '../../security/securityEvent.ts';
import { createRateLimiter } from '../../shared/concurrency.ts';
import { placeOf } from '../../shared/placeOf.ts';
import { serverSecret } from '../serverSecret.ts';
import { hitsAll, readClicks } from './clicks.ts';
import { pictureSize, type Place } from './layout.ts';
import { alphabetOf } from './picture.ts';
import { createPictureSupply } from './pictureSupply.ts';
import { createWork, isWork, type WorkBits, type WorkChallenge } from './work.ts';

/** Seconds that a picture can be solved (protocol §2.3). */
const lifetime = 600;
/** Wrong tries after which a picture is gone. */
const maxTries = 3;
/** Pictures that one address gets in so many seconds: a person asks for a few, a shared office for some more. */
const mostOfAddress = { pictures: 30, seconds: 300 } as const;

/** What `GET /api/common/clickCaptcha` answers. */
interface Challenge {
  readonly id: string;
  /** Characters to click, in this order. */
  readonly text: readonly string[];
  /** The picture as a data URL. */
  readonly base64: string;
  readonly width: number;
  readonly height: number;
}

/**
 * Pictures wait in the database, so that any instance can check what another one drew; work that was handed in stays
 * there until it ends.
 */
export const captchaTable: TableSchema = {
  name: 'captcha',
  primaryKey: ['key'],
  columns: [
    { name: 'key', type: 'text', nullable: false, default: null },
    { name: 'purpose', type: 'text', nullable: false, default: '' },
    // Of the address that has asked for it, as `placeOf` gives it: nobody else solves it.
    { name: 'place', type: 'text', nullable: false, default: '' },
    { name: 'targets', type: 'text', nullable: false, default: null },
    { name: 'tries', type: 'integer', nullable: false, default: 0 },
    { name: 'expire_time', type: 'integer', nullable: false, default: null },
  ],
  indexes: [{ columns: ['expire_time'], unique: false }],
};

/**
 * A purpose counts for itself: what was asked for with one solves nothing else. Signing in has none. An address counts for
 * itself too: what others have solved is worth nothing to it.
 */
export interface ClickCaptcha {
  /**
   * A new picture under a new id, or under `id` if it is a UUID; a former picture of that id is gone. In the caller's
   * script. Refused with HTTP 429 when the address asks too often, or far too many ask at once.
   */
  create(id: unknown, caller: Caller, purpose?: string): Promise<Challenge>;
  /** Work that counts like a picture, for whoever cannot see or click one. */
  createWork(caller: Caller, purpose?: string): Promise<WorkChallenge>;
  /**
   * Whether `info` solves the picture or the work `id`. `consume` ends it when it does, so that it counts once, as work
   * always does; a wrong try is counted, and after three the picture is gone.
   */
  solves(id: unknown, info: unknown, consume: boolean, caller: Caller, purpose?: string): Promise<boolean>;
}

/** Whether it can be one; nothing said is one too. */
export const isPurpose = (given: unknown): given is string =>
  typeof given === 'string' && /^(?:[a-z][a-z0-9.-]{0,59})?$/.test(given);

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The click captcha. `now` gives unix seconds. */
export function createClickCaptcha(
  database: Database,
  now: () => number,
  note: (event: SecurityEvent) => void,
  bits?: WorkBits,
): ClickCaptcha {
  const supply = createPictureSupply(now);
  const mayAsk = createRateLimiter(mostOfAddress.pictures, mostOfAddress.seconds, now);
  const work = createWork(serverSecret(database, 'captcha'), now, bits);
  const abused = (caller: Caller, reason: 'pictures' | 'tries'): void =>
    note({ kind: 'captcha', outcome: 'refused', caller, detail: { reason } });

  async function create(wanted: unknown, caller: Caller, purpose = ''): Promise<Challenge> {
    if (!mayAsk(placeOf(caller.ip))) {
      abused(caller, 'pictures');
      throw new Problem('server:busy', {}, { status: 429 });
    }
    const id = typeof wanted === 'string' && uuid.test(wanted) ? wanted.toLowerCase() : randomUUID();
    const { targets, image } = await supply(alphabetOf(caller.language));
    await database.write(async ({ db }) => {
      await db.deleteFrom('captcha').where('expire_time', '<', now()).execute();
      const [place, expire_time] = [placeOf(caller.ip), now() + lifetime];
      const picture = { purpose, place, targets: JSON.stringify(targets), tries: 0, expire_time };
      await db
        .insertInto('captcha')
        .values({ key: id, ...picture })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(picture))
        .execute();
    });
    const text = targets.map((target) => target.character);
    return { id, text, base64: `data:image/jpeg;base64,${image.toString('base64')}`, ...pictureSize };
  }

  async function solves(id: unknown, info: unknown, consume: boolean, caller: Caller, purpose = ''): Promise<boolean> {
    if (isWork(id)) return workCounts(id, info, caller, purpose);
    // A flood of ids that nobody has costs reading only.
    if (typeof id !== 'string' || !uuid.test(id) || !(await exists(id.toLowerCase(), purpose, caller))) return false;
    const { solved, isGone } = await tryClicks(id.toLowerCase(), info, consume);
    if (isGone && !solved) abused(caller, 'tries');
    return solved;
  }

  async function exists(key: string, purpose: string, { ip }: Caller): Promise<boolean> {
    const found = await database.read
      .selectFrom('captcha')
      .select('key')
      .where('key', '=', key)
      .where('purpose', '=', purpose)
      .where('place', '=', placeOf(ip))
      .executeTakeFirst();
    return found !== undefined;
  }

  function tryClicks(key: string, info: unknown, consume: boolean): Promise<{ solved: boolean; isGone: boolean }> {
    const clicks = readClicks(info);
    return database.write(async ({ db }) => {
      const ours = db
        .selectFrom('captcha')
        .select(['targets', 'tries'])
        .where('key', '=', key)
        .where('expire_time', '>=', now());
      // Two tries at once must both be counted: PostgreSQL locks the row, on SQLite writers stand in line anyway.
      const row = await (database.dialect === 'postgres' ? ours.forUpdate() : ours).executeTakeFirst();
      if (!row) return { solved: false, isGone: false };
      const solved = clicks !== undefined && hitsAll(clicks, JSON.parse(String(row.targets)) as Place[]);
      const isGone = solved ? consume : Number(row.tries) + 1 >= maxTries;
      if (isGone) await db.deleteFrom('captcha').where('key', '=', key).execute();
      else if (!solved)
        await db
          .updateTable('captcha')
          .set({ tries: Number(row.tries) + 1 })
          .where('key', '=', key)
          .execute();
      return { solved, isGone };
    });
  }

  async function workCounts(id: string, info: unknown, caller: Caller, purpose: string): Promise<boolean> {
    const expires = await work.solved(id, info, caller.ip, purpose);
    if (expires === undefined) return false;
    const added = await database.write(({ db }) =>
      db
        .insertInto('captcha')
        .values({ key: id, targets: '[]', tries: 0, expire_time: expires })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .executeTakeFirst(),
    );
    return Number(added.numInsertedOrUpdatedRows ?? 0) > 0;
  }

  return { create, createWork: (caller, purpose) => work.create(caller.ip, purpose), solves };
}
