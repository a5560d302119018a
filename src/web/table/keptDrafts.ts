import type { Draft } from './drafts.ts';

type Kept = Readonly<Record<string, Draft>>;
const key = 'drafts';

/** Drafts that were kept when this window was last loaded anew; each stays until its form is open again. */
export function readKept(): Kept {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Kept) : {};
  } catch {
    return {};
  }
}

/** Throws where the browser keeps nothing, or has no room. */
export function writeKept(kept: Kept): void {
  if (Object.keys(kept).length === 0) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, JSON.stringify(kept));
}
