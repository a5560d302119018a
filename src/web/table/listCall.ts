import type { CrudSort, GetListParams } from '@refinedev/core';
import type { Filter } from '#resource';
import { uriOf } from '../http/http.ts';
import { apiOf, type Realm } from '../realms/realm.ts';
import { filterOfCrud, wireOfFilter } from './crudFilters.ts';

/** The call for rows of our own server. */
export const listCallOf = (realm: Realm, { resource, pagination, sorters, filters, meta }: GetListParams) =>
  [
    `${apiOf(realm, resource)}index`,
    {
      ...(pagination?.mode === 'off' ? {} : { page: pagination?.currentPage, limit: pagination?.pageSize }),
      order: ordersOf(sorters),
      quickSearch: meta?.['quickSearch'] as string | undefined,
      ...(Array.isArray(meta?.['columns']) && { columns: meta['columns'].join(',') }),
      ...(typeof meta?.['view'] === 'string' && { [meta['view']]: 1 }),
      ...wireOfFilter([...(filters ?? []).map(filterOfCrud), ...((meta?.['filter'] ?? []) as readonly Filter[])]),
      ...(meta?.['unread'] === undefined ? {} : { filter: meta['unread'] as string }),
    },
  ] as const;

/** The whole address of that call. */
export const rowsAddress = (realm: Realm, params: GetListParams): string => uriOf(...listCallOf(realm, params));

const ordersOf = (sorters: readonly CrudSort[] = []): string[] =>
  sorters.map(({ field, order }) => `${field},${order}`);
