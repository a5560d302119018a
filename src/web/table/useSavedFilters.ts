import { readFilter, type Filter, type Manifest } from '#resource';
import { useRealm } from '../realms/RealmContext.ts';
import { personIn } from '../realms/session.ts';
import { savedFiltersKey } from '../settings/storage.ts';
import { useStoredState } from './useStoredState.ts';

export interface SavedFilter {
  readonly name: string;
  /** What must hold of the rows, all of it. */
  readonly parts: readonly Filter[];
}

/** Longest name, and how many one table may have. */
export const limits = { name: 40, filters: 50 } as const;

/** Conditions that somebody has given a name: of one table, of one person, in this browser. */
export function useSavedFilters({ path }: Manifest) {
  const realm = useRealm();
  const [filters, set] = useStoredState(`${savedFiltersKey}${personIn(realm) ?? realm.name}/${path}`, soundOnes);
  const others = (name: string): readonly SavedFilter[] => filters.filter((each) => each.name !== name);
  return {
    filters,
    /** Takes the place of one of the same name. */
    save: (name: string, parts: readonly Filter[]) => set(sorted([...others(name), { name, parts }])),
    rename: (from: string, to: string) =>
      set(sorted(filters.map((each) => (each.name === from ? { ...each, name: to } : each)))),
    remove: (name: string) => set(others(name)),
  };
}

const sorted = (filters: readonly SavedFilter[]): readonly SavedFilter[] =>
  filters.toSorted((one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }));

/** Those that can be read; whoever has edited the rest by hand does without it. */
const soundOnes = (stored: unknown): readonly SavedFilter[] =>
  (Array.isArray(stored) ? (stored as unknown[]) : []).flatMap((each) => soundOne(each) ?? []).slice(0, limits.filters);

function soundOne(stored: unknown): SavedFilter | undefined {
  const { name, parts } = (stored ?? {}) as { name?: unknown; parts?: unknown };
  if (typeof name !== 'string' || name === '' || !Array.isArray(parts) || parts.length === 0) return undefined;
  try {
    return { name: name.slice(0, limits.name), parts: parts.map((part) => readFilter(JSON.stringify(part))) };
  } catch {
    return undefined;
  }
}
