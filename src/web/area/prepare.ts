import i18next from 'i18next';
import { preloadActing } from '../layout/ActingBanner.tsx';
import { preloadPageAt } from '../plugins/pluginPages.tsx';
import { askRowsEarly } from '../providers/dataProvider.ts';
import { ownQueries, queryClientOf } from '../providers/queryClient.ts';
import type { Realm } from '../realms/realm.ts';
import { keepCalls } from '../http/pageCalls.ts';
import { rowsAt } from '../table/useEarlyCalls.ts';
import { manifestQuery } from '../table/useManifest.ts';
import { startQuery } from './startQuery.ts';

/** Milliseconds for which nothing is drawn; a page that waits longer says so. */
const patience = 300;
/** Milliseconds of them for the rows, without which a page is drawn as well. */
const rowsPatience = 100;
const after = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Waits for what the first page needs, so that it is drawn once and whole. `table`: the path of the table whose list or
 * record seems to be asked for. What fails is asked for again by the page, which tells.
 */
export async function prepareArea(realm: Realm, address: string, table: string | undefined): Promise<void> {
  ownQueries(realm);
  const answers = Promise.allSettled([
    queryClientOf(realm).query({ ...startQuery(realm), retry: false }),
    preloadPageAt(address),
    table === undefined ? undefined : prepareTable(realm, address, table),
  ]);
  // What the page has asked for and nobody has taken would be old for who asks later.
  void answers.then(() => (globalThis.boot = undefined));
  await Promise.all([Promise.race([answers, after(patience)]), preloadActing(realm)]);
}

/** The rows of a list are asked for as soon as it is known which, while the page is still to be drawn. */
async function prepareTable(realm: Realm, address: string, table: string): Promise<void> {
  const query = { ...manifestQuery(realm, table, i18next.language), retry: false };
  const { pathname, search } = location;
  const manifest = await queryClientOf(realm)
    .query(query)
    .catch((error: unknown) => {
      keepCalls(realm, pathname + search, []);
      throw error;
    });
  const isList = address === `${realm.base}/${table}`;
  if (isList && !manifest.source)
    await Promise.race([askRowsEarly(realm, rowsAt(search, manifest)), after(rowsPatience)]);
}
