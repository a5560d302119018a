import type { Values } from './formValues.ts';

/**
 * What somebody had typed into a form when the session ended or the page was loaded anew; fields left alone are not in
 * it, others may have changed them since.
 */
export interface Draft {
  /** In which realm, and who. */
  readonly person: string | undefined;
  /** Undefined for a new row. */
  readonly id: number | undefined;
  readonly values: Values;
}

type Drafts = Readonly<Record<string, Draft>>;
const key = 'drafts';

/** Drafts that were kept when this window was last loaded anew; each stays until its form is open again. */
export function readDrafts(): Drafts {
  try {
    const drafts: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    return typeof drafts === 'object' && drafts !== null ? (drafts as Drafts) : {};
  } catch {
    return {};
  }
}

/** Throws where the browser keeps nothing, or has no room. */
export function writeDrafts(drafts: Drafts): void {
  if (Object.keys(drafts).length === 0) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, JSON.stringify(drafts));
}
