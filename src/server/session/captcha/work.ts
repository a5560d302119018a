import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { createWindowCounter } from '../../shared/concurrency.ts';
import { placeOf } from '../../shared/placeOf.ts';

/** Seconds for which work can be handed in. */
const lifetime = 600;
/**
 * Zero bits that the hash of a solution begins with: a million hashes on the average, a second or two of a desktop's
 * browser, some ten of a phone. Each piece that the address, or everybody together, has handed in lately asks for more.
 */
const usual: WorkBits = { least: 20, most: 23 };
/** Zero bits of the first piece of work, and of the hardest. */
export interface WorkBits {
  readonly least: number;
  readonly most: number;
}

/** Pieces of work that count for one address in so many seconds, and for all together: fewer than pictures, since machines do it gladly. */
const mostOfAddress = { pieces: 6, seconds: 600 } as const;
const mostOfAll = { pieces: 60, seconds: 60 } as const;
const shape = /^work\.([0-9a-z]{1,9})\.(\d{1,2})\.([\w-]{22})\.([\w-]{43})$/;

/** What `GET /api/common/workChallenge` answers. */
export interface WorkChallenge {
  /** Sent back as `captchaId`, with the solution as `captchaInfo`. */
  readonly id: string;
  readonly bits: number;
}

export interface Work {
  create(ip: string, purpose?: string): Promise<WorkChallenge>;
  /**
   * The challenge's end in unix seconds when `solution` solves it, it was asked for with this purpose, and the address has
   * not used up its share; tells nothing of whether it counted before.
   */
  solved(id: unknown, solution: unknown, ip: string, purpose?: string): Promise<number | undefined>;
}

/** Whether it names a piece of work and no picture. */
export const isWork = (id: unknown): id is string => typeof id === 'string' && id.startsWith('work.');

/**
 * Work instead of a picture, for whoever cannot see or click it: the browser looks for a number whose hash together with
 * the challenge begins with zeros. Challenges are signed and kept nowhere, so a flood of questions costs next to nothing.
 */
export function createWork(secret: () => Promise<string>, now: () => number, bits: WorkBits = usual): Work {
  const ofAddress = createWindowCounter(mostOfAddress.seconds, now);
  const ofAll = createWindowCounter(mostOfAll.seconds, now);
  const bitsFor = (place: string): number => {
    const more = Math.log2(1 + Math.max(ofAddress.count(place), ofAll.count('') / 10));
    return Math.min(bits.most, bits.least + Math.floor(more));
  };
  const sign = async (body: string, ip: string, purpose: string): Promise<string> =>
    createHmac('sha256', await secret())
      .update(`${body} ${placeOf(ip)} ${purpose}`)
      .digest('base64url');
  return {
    async create(ip, purpose = '') {
      const wanted = bitsFor(placeOf(ip));
      const body = `work.${(now() + lifetime).toString(36)}.${wanted}.${randomBytes(16).toString('base64url')}`;
      return { id: `${body}.${await sign(body, ip, purpose)}`, bits: wanted };
    },
    async solved(id, solution, ip, purpose = '') {
      const [, end, wanted, , signature] = typeof id === 'string' ? (shape.exec(id) ?? []) : [];
      if (!end || !wanted || !signature || typeof solution !== 'string' || !/^\d{1,15}$/.test(solution))
        return undefined;
      const expires = Number.parseInt(end, 36);
      const expected = await sign((id as string).slice(0, -signature.length - 1), ip, purpose);
      if (expires < now() || !timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return undefined;
      if (
        zeroBits(
          createHash('sha256')
            .update(`${id as string}.${solution}`)
            .digest(),
        ) < Number(wanted)
      )
        return undefined;
      const counts = ofAddress.add(placeOf(ip)) <= mostOfAddress.pieces && ofAll.add('') <= mostOfAll.pieces;
      return counts ? expires : undefined;
    },
  };
}

/** Zeros that the hash begins with. */
function zeroBits(hash: Buffer): number {
  const at = hash.findIndex((byte) => byte !== 0);
  return at < 0 ? hash.length * 8 : at * 8 + Math.clz32(hash[at]!) - 24;
}
