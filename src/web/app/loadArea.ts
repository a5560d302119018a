import type { ComponentType } from 'react';
import { askEarly } from '../http/early.ts';
import { recordAt } from '../navigation/recordAt.ts';
import { hasPageAt } from '../plugins/pluginPages.tsx';
import { loadPlugins } from '../plugins/loadPlugins.ts';
import { apiOf, type Realm } from '../realms/realm.ts';
import { readIdentity } from '../realms/session.ts';

/**
 * Loads the pages of a realm; what the server knows of the first of them is asked for beside the code, not after it.
 */
export async function loadArea(realm: Realm): Promise<ComponentType> {
  const address = location.pathname.replace(/\/$/, '');
  if (!readIdentity(realm)) return (await import('../area/Area.tsx')).areaOf(realm);
  void askEarly(realm.start);
  const [{ areaOf, prepareArea }, table] = await Promise.all([
    import('../area/Area.tsx'),
    askForTable(realm, address),
    realm.Frame?.preload(),
  ]);
  await prepareArea(realm, address, table);
  return areaOf(realm);
}

/**
 * Asks what the page will be drawn from, unless it is one that somebody has registered; the path of the table whose list or
 * record it seems to be.
 */
async function askForTable(realm: Realm, address: string): Promise<string | undefined> {
  await loadPlugins();
  const { list = address } = recordAt(address) ?? {};
  const path = list.slice(realm.base.length + 1);
  if (!/^(?!loading\b|iframe\b)./.test(path) || hasPageAt(address) || hasPageAt(list)) return undefined;
  void askEarly(`${apiOf(realm, path)}manifest`);
  return path;
}
