import { LRUCache } from 'lru-cache';
import { Problem } from '#resource';
import type { RateLimit } from '#plugin';

/** Who is remembered at most; of more, who came longest ago is forgotten. */
const most = 50_000;

/** Throws for whoever has had their requests of this time window. A window begins with somebody's first request in it. */
export function rateLimiter({ max, timeWindow }: RateLimit): (who: string) => void {
  const counts = new LRUCache<string, number>({ max: most, ttl: timeWindow, noUpdateTTL: true });
  return (who) => {
    const count = (counts.get(who) ?? 0) + 1;
    counts.set(who, count);
    if (count <= max) return;
    const seconds = Math.max(1, Math.ceil(counts.getRemainingTTL(who) / 1000));
    throw new Problem('server:tooMany', { seconds }, { status: 429 });
  };
}
