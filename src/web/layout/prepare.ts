import i18next from 'i18next';
import { preloadPageAt } from '../pluginPages.tsx';
import { queryClient } from '../providers/queryClient.ts';
import { manifestQuery } from '../table/useManifest.ts';
import { startQuery } from './startQuery.ts';

/** Milliseconds for which nothing is drawn; a page that waits longer says so. */
const patience = 300;

/** Waits for what the first page needs, so that it is drawn once and whole. `table`: the path of the list that seems to be asked for. What fails is asked for again by the page, which tells. */
export async function prepareAdmin(path: string, table: string | undefined): Promise<void> {
  const answers = Promise.allSettled([
    queryClient.prefetchQuery({ ...startQuery, retry: false }),
    preloadPageAt(path),
    table === undefined ? undefined : queryClient.prefetchQuery({ ...manifestQuery(table, i18next.language), retry: false }),
  ]);
  await Promise.race([answers, new Promise((resolve) => setTimeout(resolve, patience))]);
}
