import type { CrudSort, GetListParams } from '@refinedev/core';
import type { Filter, Manifest } from '#resource';
import { uriOf } from '../http/http.ts';
import { apiOf, type Realm } from '../realms/realm.ts';
import { filterOfCrud, wireOfFilter } from './crudFilters.ts';
import type { ListState } from './listShape.ts';
import { rowsWanted } from './rowsWanted.ts';

/** The call for rows of our own server. */
export const listCallOf = (realm: Realm, { resource, pagination, sorters, filters, meta }: GetListParams) =>
  [
    `${apiOf(realm, resource)}index`,
    {
      ...(pagination?.mode === 'off' ? {} : { page: pagination?.currentPage, limit: pagination?.pageSize }),
      order: ordersOf(sorters),
      quickSearch: meta?.['quickSearch'] as string | undefined,
      ...(Array.isArray(meta?.['columns']) && { columns: meta['columns'].join(',') }),
      ...(meta?.['ancestors'] === true && { ancestors: 1 }),
      ...(typeof meta?.['view'] === 'string' && { [meta['view']]: 1 }),
      ...wireOfFilter([...(filters ?? []).map(filterOfCrud), ...((meta?.['filter'] ?? []) as readonly Filter[])]),
      ...(meta?.['unread'] === undefined ? {} : { filter: meta['unread'] as string }),
    },
  ] as const;

/** All rows that a list has, in place of their ids: the server finds them, and does nothing when it finds another number. */
export interface Matching {
  readonly query: Readonly<Record<string, unknown>>;
  readonly count: number;
}

/** What a list in this state asks for, without its pages. */
export const listQueryOf = (
  realm: Realm,
  manifest: Manifest,
  state: ListState,
  fixed: readonly Filter[],
): Readonly<Record<string, unknown>> =>
  listCallOf(realm, {
    ...rowsWanted(manifest, { ...state, filter: [...fixed, ...state.filter] }),
    pagination: { mode: 'off' },
  })[1];

/** The whole address of that call. */
export const rowsAddress = (realm: Realm, params: GetListParams): string => uriOf(...listCallOf(realm, params));

const ordersOf = (sorters: readonly CrudSort[] = []): string[] =>
  sorters.map(({ field, order }) => `${field},${order}`);
