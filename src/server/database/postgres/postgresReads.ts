import { LRUCache } from 'lru-cache';
import type { CompiledQuery, QueryResult } from 'kysely';
import { keyOf, proven, tooSlow, type ReadRunner } from '../bounded/boundedReads.ts';
import type { Sql } from '../database.ts';

/**
 * What the planner may expect a quick query to cost: it reckons with one for a page that is read in order, so this is some
 * ten milliseconds. An estimate does not depend, as time does, on what else the machine has to do.
 */
const cheap = 5000;
/** Estimates that are remembered, and for how many milliseconds. */
const mostKnown = 2000;
const believed = 60_000;
/** The statement was ended, as its limit of time says. */
const canceled = '57014';

/** Pools of connections: for what is quick, with a limit of time in case it is not, and a few for what takes long. */
export interface ReadPools {
  readonly quick: Sql;
  readonly slow: Sql;
  /** Milliseconds that a statement of `slow` may take. */
  readonly limit: number;
}

/** Reads of PostgreSQL: what the planner expects to be expensive goes beside, until it has proved to be quick there. */
export function postgresReads({ quick: main, slow, limit }: ReadPools): ReadRunner {
  const cheapness = new LRUCache<string, boolean>({ max: mostKnown, ttl: believed });
  return {
    async quickly<R>(query: CompiledQuery<R>) {
      const key = keyOf(query);
      let isCheap = cheapness.get(key);
      if (isCheap === undefined) cheapness.set(key, (isCheap = (await costOf(main, query)) <= cheap));
      return isCheap ? unlessCanceled(main.executeQuery(query), () => undefined) : undefined;
    },
    async beside<R>(query: CompiledQuery<R>) {
      const began = performance.now();
      const rows = await unlessCanceled(slow.executeQuery(query), () => {
        throw tooSlow(limit);
      });
      cheapness.set(keyOf(query), performance.now() - began < proven);
      return rows;
    },
  };
}

async function costOf(db: Sql, query: CompiledQuery): Promise<number> {
  const explained = { ...query, sql: `EXPLAIN (FORMAT JSON) ${query.sql}` };
  const rows = await unlessCanceled(db.executeQuery<Explanation>(explained), () => undefined);
  return rows?.[0]?.['QUERY PLAN'][0]?.Plan['Total Cost'] ?? Infinity;
}

interface Explanation {
  readonly 'QUERY PLAN': readonly { readonly Plan: { readonly 'Total Cost': number } }[];
}

/** The rows, or what is to be done when the server has ended the statement because of its limit of time. */
async function unlessCanceled<R, O>(result: Promise<QueryResult<R>>, otherwise: () => O): Promise<R[] | O> {
  try {
    return (await result).rows;
  } catch (error) {
    if (((error as Error).cause as { code?: string } | undefined)?.code === canceled) return otherwise();
    throw error;
  }
}
