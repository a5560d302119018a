import { nameOfPage } from '../../navigation/pageNames.ts';
import type { Tab } from '../../navigation/tabState.ts';
import type { Realm } from '../../realms/realm.ts';
import { pageNamesKey, personIn } from '../../realms/session.ts';
import { forget, readStored, store } from '../../settings/storage.ts';

/** Characters of a name that are kept. */
const longest = 200;

/**
 * Keeps what the pages in tabs are called, so that those of the last visit have their names before they are looked at. They
 * are this person's: kept until the tab is closed or they sign out, and for nobody who has signed in since.
 */
export function keepNames(realm: Realm, person: string | undefined, tabs: readonly Tab[]): void {
  if (person === undefined || personIn(realm) !== person) return;
  const key = pageNamesKey(person);
  const names = tabs.flatMap(({ path }) => {
    const name = nameOfPage(path);
    return name === undefined ? [] : [[path, name.slice(0, longest)] as const];
  });
  const after = names.length > 0 ? JSON.stringify(Object.fromEntries(names)) : null;
  if (after === readStored(key)) return;
  if (after === null) forget(key);
  else store(key, after);
}

/** What these tabs of the last visit were called; nonsense is no name. */
export function keptNames(person: string, tabs: readonly Tab[]): ReadonlyMap<string, string> {
  const kept = storedNames(person);
  return new Map(
    tabs.flatMap(({ path }) => {
      const name = Object.hasOwn(kept, path) ? kept[path] : undefined;
      return typeof name === 'string' && name !== '' ? [[path, name] as const] : [];
    }),
  );
}

function storedNames(person: string): Readonly<Record<string, unknown>> {
  try {
    return (JSON.parse(readStored(pageNamesKey(person)) ?? '{}') as Record<string, unknown> | null) ?? {};
  } catch {
    return {};
  }
}
