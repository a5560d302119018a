/** How the keys of conditions begin that somebody has given a name. */
export const savedFiltersKey = 'savedFilters:';

/** What this browser keeps under a key; nothing where it may keep nothing. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a value over the visit, as far as there is room and it is allowed: the page goes on without. */
export function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Nothing else depends on it.
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // What may not be kept is not there.
  }
}
