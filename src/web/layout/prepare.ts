import i18next from 'i18next';
import { preloadPageAt } from '../plugins/pluginPages.tsx';
import { askRowsEarly } from '../providers/dataProvider.ts';
import { ownQueries, queryClient } from '../providers/queryClient.ts';
import { readListState } from '../table/listState.ts';
import { manifestQuery } from '../table/useManifest.ts';
import { rowsWanted } from '../table/useRows.ts';
import { startQuery } from './startQuery.ts';

/** Milliseconds for which nothing is drawn; a page that waits longer says so. */
const patience = 300;

/** Waits for what the first page needs, so that it is drawn once and whole. `table`: the path of the list that seems to be asked for. What fails is asked for again by the page, which tells. */
export async function prepareAdmin(path: string, table: string | undefined): Promise<void> {
  ownQueries();
  const answers = Promise.allSettled([
    queryClient.query({ ...startQuery, retry: false }),
    preloadPageAt(path),
    table === undefined ? undefined : prepareList(table),
  ]);
  await Promise.race([answers, new Promise((resolve) => setTimeout(resolve, patience))]);
}

/** The rows are asked for as soon as it is known which, while the page is still to be drawn. */
async function prepareList(table: string): Promise<void> {
  const manifest = await queryClient.query({ ...manifestQuery(table, i18next.language), retry: false });
  if (!manifest.source)
    askRowsEarly(rowsWanted(manifest, readListState(new URLSearchParams(location.search), manifest)));
}
