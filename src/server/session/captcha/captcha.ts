import { randomUUID } from 'node:crypto';
import { Problem } from '#resource';
import type { Database } from '../../database/database.ts';
import type { TableSchema } from '../../database/schema.ts';
import { createSemaphore, createRateLimiter } from '../concurrency.ts';
import { placeOf } from '../placeOf.ts';
import { hitsAll, readClicks } from './clicks.ts';
import { drawPicture, pictureSize, type Box } from './picture.ts';

/** Seconds that a picture can be solved (protocol §2.3). */
const lifetime = 600;
/** Wrong tries after which a picture is gone. */
const maxTries = 5;
/** Pictures that one address gets in so many seconds: a person asks for a few, a shared office for some more. */
const mostOfAddress = { pictures: 30, seconds: 60 } as const;
/** Drawing takes some 20 ms of a core: one at a time, and whoever would wait for more than a second is told so. */
const mostWaiting = 40;

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

/** Pictures wait in the database, so that any instance can check what another one drew. */
export const captchaTable: TableSchema = {
  name: 'captcha',
  primaryKey: ['key'],
  columns: [
    { name: 'key', type: 'text', nullable: false, default: null },
    { name: 'targets', type: 'text', nullable: false, default: null },
    { name: 'tries', type: 'integer', nullable: false, default: 0 },
    { name: 'expire_time', type: 'integer', nullable: false, default: null },
  ],
  indexes: [{ columns: ['expire_time'], unique: false }],
};

export interface ClickCaptcha {
  /**
   * A new picture under a new id, or under `id` if it is a UUID; a former picture of that id is gone. Refused with HTTP
   * 429 when `ip` asks too often, with 503 when too many ask at once.
   */
  create(id: unknown, ip: string): Promise<Challenge>;
  /**
   * Whether `info` solves the picture `id`. `consume` ends the picture when it does, so that it counts once; a wrong
   * try is counted, and after five the picture is gone.
   */
  solves(id: unknown, info: unknown, consume: boolean): Promise<boolean>;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The click captcha. `now` gives unix seconds. */
export function createClickCaptcha(database: Database, now: () => number): ClickCaptcha {
  const limited = createSemaphore(1, mostWaiting);
  const mayAsk = createRateLimiter(mostOfAddress.pictures, mostOfAddress.seconds, now);

  async function create(wanted: unknown, ip: string): Promise<Challenge> {
    if (!mayAsk(placeOf(ip))) throw new Problem('server:busy', {}, { status: 429 });
    const id = typeof wanted === 'string' && uuid.test(wanted) ? wanted.toLowerCase() : randomUUID();
    const { targets, png } = await limited(drawPicture);
    await database.write(async ({ db }) => {
      await db
        .deleteFrom('captcha')
        .where((where) => where.or([where('expire_time', '<', now()), where('key', '=', id)]))
        .execute();
      await db
        .insertInto('captcha')
        .values({ key: id, targets: JSON.stringify(targets), tries: 0, expire_time: now() + lifetime })
        .execute();
    });
    const text = targets.map((target) => target.character);
    return { id, text, base64: `data:image/png;base64,${png.toString('base64')}`, ...pictureSize };
  }

  async function solves(id: unknown, info: unknown, consume: boolean): Promise<boolean> {
    if (typeof id !== 'string' || !uuid.test(id)) return false;
    const clicks = readClicks(info);
    return database.write(async ({ db }) => {
      const ours = db
        .selectFrom('captcha')
        .select(['targets', 'tries'])
        .where('key', '=', id.toLowerCase())
        .where('expire_time', '>=', now());
      // Two tries at once must both be counted: PostgreSQL locks the row, on SQLite writers stand in line anyway.
      const row = await (database.dialect === 'postgres' ? ours.forUpdate() : ours).executeTakeFirst();
      if (!row) return false;
      const solved = clicks !== undefined && hitsAll(clicks, JSON.parse(String(row.targets)) as Box[]);
      const gone = solved ? consume : Number(row.tries) + 1 >= maxTries;
      if (gone) await db.deleteFrom('captcha').where('key', '=', id.toLowerCase()).execute();
      else if (!solved)
        await db
          .updateTable('captcha')
          .set({ tries: Number(row.tries) + 1 })
          .where('key', '=', id.toLowerCase())
          .execute();
      return solved;
    });
  }

  return { create, solves };
}
