import { longestViewName, noChoice, readFilter, type Filter, type SavedView } from '#resource';
import { withLock } from '../../loading/withLock.ts';
import { forget, readStored, store } from '../../settings/storage.ts';
import type { useSavedViews } from './useSavedViews.ts';

interface NamedFilter {
  readonly name: string;
  /** What must hold of the rows, all of it. */
  readonly parts: readonly Filter[];
}

/**
 * Makes views of the filters that somebody had saved in this browser before the server kept any, once: what is brought over is
 * forgotten here. What cannot be saved stays for the next time.
 */
export const bringFilters = (
  key: string,
  views: Pick<ReturnType<typeof useSavedViews>, 'save'>,
  known: readonly SavedView[],
): Promise<void> =>
  // Other tabs would bring the same ones.
  withLock(key, async () => {
    const names = new Set(known.filter(({ isOwn }) => isOwn).map(({ name }) => name));
    const filters = filtersIn(readStored(key));
    for (const [at, { name, parts }] of filters.entries()) {
      const free = freeName(name, names);
      names.add(free);
      await views.save({ name: free, state: { filter: parts, quickSearch: '', order: '', columns: noChoice } });
      store(key, JSON.stringify(filters.slice(at + 1)));
    }
    forget(key);
  });

function freeName(name: string, taken: ReadonlySet<string>): string {
  const short = name.slice(0, longestViewName).toWellFormed();
  for (let number = 2, free = short; ; number += 1) {
    if (!taken.has(free)) return free;
    free = `${short.slice(0, longestViewName - 5)} (${number})`;
  }
}

/** Those that can be read; whoever has edited the rest by hand does without it. */
function filtersIn(stored: string | null): readonly NamedFilter[] {
  try {
    const all: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(all) ? all.flatMap((each) => filterIn(each) ?? []) : [];
  } catch {
    return [];
  }
}

function filterIn(stored: unknown): NamedFilter | undefined {
  const { name, parts } = (stored ?? {}) as { name?: unknown; parts?: unknown };
  if (typeof name !== 'string' || name.trim() === '' || !Array.isArray(parts) || parts.length === 0) return undefined;
  try {
    return { name: name.trim(), parts: parts.map((part) => readFilter(JSON.stringify(part))) };
  } catch {
    return undefined;
  }
}
