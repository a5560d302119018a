/** How the keys of conditions begin that somebody has given a name. */
export const savedFiltersKey = 'savedFilters:';

/** What this browser may not keep, or has no room for: it lasts as long as the page. */
const inPage = new Map<string, string>();

/** What is kept under a key; nothing where there is nothing. */
export function readStored(key: string): string | null {
  try {
    return inPage.get(key) ?? localStorage.getItem(key);
  } catch {
    return inPage.get(key) ?? null;
  }
}

/** Keeps a value over the visit; where the browser has no room, or may keep nothing, until the page is loaded anew. */
export function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
    inPage.delete(key);
  } catch {
    inPage.set(key, value);
  }
}

export function forget(key: string): void {
  inPage.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // What may not be kept is not there.
  }
}

/** All keys under which something is kept. */
export function storedKeys(): readonly string[] {
  try {
    const kept = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at)!);
    return [...new Set([...kept, ...inPage.keys()])];
  } catch {
    return [...inPage.keys()];
  }
}
