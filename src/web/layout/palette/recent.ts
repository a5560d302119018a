import { readStored, store } from '../../settings/storage.ts';
import type { Choice } from './choice.ts';

/** What a record was called: it is asked for by nobody before its name is typed. */
export interface RecentRecord {
  readonly title: string;
  readonly place: string;
  readonly address: string;
}
/** A choice that is remembered by its record where it has one. */
export type Offered = Choice & { readonly record?: RecentRecord };

interface Recent {
  readonly id: string;
  readonly record?: RecentRecord;
}

const most = 6;
const keyOf = (person: string): string => `recentChoices:${person}`;
const lists = new Map<string, readonly Recent[]>();

/** What the person has chosen last in the palette, the latest first. */
export function recentOf(person: string): readonly Recent[] {
  const known = lists.get(person) ?? idsIn(readStored(keyOf(person))).map((id) => ({ id }));
  lists.set(person, known);
  return known;
}

/** Records are remembered until the page is left, all else in this browser. */
export function rememberChoice(person: string, id: string, record?: RecentRecord): void {
  const others = recentOf(person).filter((each) => each.id !== id);
  const list = [{ id, ...(record && { record }) }, ...others].slice(0, most);
  lists.set(person, list);
  store(keyOf(person), JSON.stringify(list.flatMap((each) => (each.record ? [] : [each.id]))));
}

function idsIn(stored: string | null): string[] {
  try {
    const found: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(found) ? found.filter((each) => typeof each === 'string').slice(0, most) : [];
  } catch {
    return [];
  }
}
