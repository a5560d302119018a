import type { RealmSession } from '../realms/realm.ts';
import { pageCallsKey, readIdentity } from '../realms/session.ts';
import { readStored, store } from '../settings/storage.ts';

/** A page by its address, with the calls that it made, as their whole addresses. */
type PageCalls = readonly [address: string, calls: readonly string[]];
interface StoredCalls {
  /** Who opened these pages. */
  readonly person: number;
  /** The last one first. */
  readonly pages: readonly PageCalls[];
}

/** Addresses that are remembered, and characters of the longest call that is. */
const limits = { pages: 30, call: 2_000 };

/**
 * Remembers what the page at this address asks the server for: the next time it is asked before the code of the
 * application is there (boot/bootAsk.ts). Only addresses of calls are kept, for this person, until they sign out; with no
 * calls the page is forgotten.
 */
export function keepCalls(realm: RealmSession, address: string, calls: readonly string[]): void {
  const person = readIdentity(realm)?.id;
  if (person === undefined) return;
  const key = pageCallsKey(realm);
  const before = readStored(key);
  const others = pagesIn(before, person).filter(([each]) => each !== address);
  const isKept = calls.length > 0 && calls.every((call) => call.length <= limits.call);
  const pages = isKept ? [[address, calls] as const, ...others].slice(0, limits.pages) : others;
  const after = JSON.stringify({ person, pages } satisfies StoredCalls);
  if (after !== before) store(key, after);
}

/** The addresses of which calls are kept, the page opened last first. */
export function keptAddresses(realm: RealmSession): readonly string[] {
  const person = readIdentity(realm)?.id;
  return person === undefined ? [] : pagesIn(readStored(pageCallsKey(realm)), person).map(([address]) => address);
}

/** What is stored for this person; whatever else stands there is dropped. */
function pagesIn(stored: string | null, person: number): readonly PageCalls[] {
  try {
    const kept = JSON.parse(stored ?? '{}') as Partial<StoredCalls> | null;
    return kept?.person === person && Array.isArray(kept.pages) ? kept.pages.filter(isPageCalls) : [];
  } catch {
    return [];
  }
}

const isPageCalls = (page: unknown): page is PageCalls =>
  Array.isArray(page) && typeof page[0] === 'string' && Array.isArray(page[1]);
