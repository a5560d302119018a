import { useEffect, useState } from 'react';
import { useList, type GetListResponse, type HttpError } from '@refinedev/core';
import type { Manifest } from '#resource';
import type { ListRow } from '../fields/view.ts';
import { dropEarly, peekEarly } from '../http/early.ts';
import { uriOf } from '../http/http.ts';
import { useRealm } from '../realms/RealmContext.ts';
import { listCallOf } from './listCall.ts';
import type { ListState } from './listShape.ts';
import { rowsPageOf, type RowsAnswer } from './rowsPage.ts';
import { rowsWanted } from './rowsWanted.ts';

export type TreeRow = ListRow & { readonly children?: readonly TreeRow[] };
type Row = TreeRow & { id: number };
type Found = GetListResponse<Row>;

/**
 * The rows of a list; the rows before stay until the new ones are here. A tree comes whole. Refine's `useList` and not its
 * `useTable`: what a list shows stands in our address format, each tab has an address of its own, and rows are asked for early.
 */
export function useRows(manifest: Manifest, state: ListState, columns: readonly string[] = [], enabled = true) {
  const wanted = rowsWanted(manifest, state, columns);
  const call = listCallOf(useRealm(), wanted);
  const address = manifest.source ? '' : uriOf(...call);
  // What has come before the list is drawn is drawn with it, and not after an empty one.
  const [early] = useState(() => {
    const answer = manifest.source ? undefined : peekEarly<RowsAnswer>(...call);
    return answer && { address, call, page: rowsPageOf(answer) as Found, at: Date.now() };
  });
  useEffect(() => {
    if (early) dropEarly(...early.call);
  }, [early]);
  const atOnce = early?.address === address ? early : undefined;
  const { query } = useList<Row, HttpError>({
    ...wanted,
    queryOptions: {
      placeholderData: (before) => before,
      // As fresh as an answer to a call of its own: asked for again, all would be drawn a second time.
      ...(atOnce && {
        initialData: atOnce.page,
        initialDataUpdatedAt: atOnce.at,
        refetchOnMount: ({ state: { dataUpdatedAt } }) => dataUpdatedAt !== atOnce.at,
      }),
      enabled,
    },
    errorNotification: false,
  });
  const rows: readonly TreeRow[] = query.data?.data ?? [];
  return {
    rows,
    total: query.data?.total ?? rows.length,
    isPending: query.isPending,
    isFetching: query.isFetching,
    isOld: query.isPlaceholderData,
    error: query.isError ? query.error : undefined,
    refresh: () => void query.refetch(),
  };
}
