import { Problem, type Caller } from '#resource';
import { digest } from '../shared/digest.ts';
import { growingCache } from '../shared/growingCache.ts';
import { placeOf } from '../shared/placeOf.ts';
import type { WindowCounts } from './windowCounts.ts';

/** Whom a request counts for: a person, or where nobody is signed in an address. */
export const whoIs = ({ realm, id, ip }: Caller): string => (id > 0 ? `${realm}/${id}` : placeOf(ip));

/** Those who are over a limit are remembered for so many seconds, so that a flood of theirs costs next to nothing. */
const remembered = { most: 10_000, seconds: 2 } as const;

export interface Limit {
  /** What is limited. */
  readonly key: string;
  readonly max: number;
  /** Milliseconds. */
  readonly timeWindow: number;
}

/** All visitors of an address together have so many times what one of them may have. */
const visitorsOfAddress = 10;

export interface SharedLimiter {
  /** Throws for whoever has had what they may have in this time window. */
  consume(who: string): Promise<void> | void;
  reset(who: string): Promise<void> | void;
}

/** `now` gives unix seconds. */
export function createLimiter(counts: WindowCounts, { key, max, timeWindow }: Limit, now: () => number): SharedLimiter {
  const seconds = Math.ceil(timeWindow / 1000);
  const refused = growingCache<string, { readonly end: number; readonly until: number }>(remembered.most);
  const keyOf = (who: string): string => digest(`${key}\0${who}`);
  const refuse = (end: number): never => {
    throw new Problem('server:tooMany', { seconds: Math.max(1, end - now()) }, { status: 429 });
  };
  const settle = (who: string, { count, end }: { count: number; end: number }): void => {
    if (count <= max) return;
    refused.set(who, { end, until: Math.min(end, now() + remembered.seconds) });
    refuse(end);
  };
  return {
    consume(who) {
      const known = refused.get(who);
      if (known && known.until > now() && known.until <= now() + remembered.seconds) return refuse(known.end);
      const counted = counts.add(keyOf(who), seconds);
      return counted instanceof Promise ? counted.then((each) => settle(who, each)) : settle(who, counted);
    },
    reset(who) {
      refused.delete(who);
      return counts.forget(keyOf(who));
    },
  };
}

/** Limits whoever sends a request: a person, a visitor who has been here before, or an address. */
export function requestLimiter(
  counts: WindowCounts,
  limit: Limit,
  now: () => number,
): { consume(caller: Caller): Promise<void>; reset(caller: Caller): Promise<void> } {
  const each = createLimiter(counts, limit, now);
  const key = `${limit.key} visitors of`;
  const together = createLimiter(counts, { ...limit, key, max: limit.max * visitorsOfAddress }, now);
  return {
    async consume(caller) {
      const { visitor, ip } = caller;
      // One that is made by the request itself costs nothing: as many could be made as anybody likes.
      if (!visitor || visitor.isNew) return each.consume(whoIs(caller));
      await together.consume(placeOf(ip));
      await each.consume(`visitor/${visitor.id}`);
    },
    async reset(caller) {
      const { visitor } = caller;
      await each.reset(visitor && !visitor.isNew ? `visitor/${visitor.id}` : whoIs(caller));
    },
  };
}
