import type { BaseRecord, DataProvider, GetListParams } from '@refinedev/core';
import { askEarly, takeOrAsk } from '../http/early.ts';
import { http } from '../http/http.ts';
import { fetchPart } from '../loading/missingParts.ts';
import { apiOf, type Realm } from '../realms/realm.ts';
import { listCallOf } from '../table/listCall.ts';
import { rowsPageOf, type RowsAnswer } from '../table/rowsPage.ts';
import { markUnset } from '../fields/unset.ts';
import { markWithheld } from '../table/withheld.ts';

/**
 * Failures of rows are told by who shows the rows. Two hooks may read the same at once: the one does not take it from
 * the other.
 */
const quiet = { quiet: true, allowDuplicate: true } as const;

/** Asks for rows of our own server that a list will want as soon as it is drawn; settles with the answer. */
export const askRowsEarly = (realm: Realm, params: GetListParams): Promise<unknown> =>
  askEarly(...listCallOf(realm, params));

/** Our own server: the generic table controller (protocol §3), by the addresses of the realm. */
export const dataProviderOf = (realm: Realm): DataProvider => ({
  getApiUrl: () => '/api',
  async getList(params) {
    const [url, query] = listCallOf(realm, params);
    const { data, total } = rowsPageOf(await takeOrAsk<RowsAnswer>(url, query));
    return { data: data as never[], total };
  },
  async getOne({ resource, id }) {
    const { row, withheld, unset } = await http.get<
      Pick<RowsAnswer, 'withheld'> & { row: BaseRecord; unset?: readonly string[] }
    >(`${apiOf(realm, resource)}edit`, { id }, quiet);
    return { data: markUnset(markWithheld([row], withheld)[0]!, unset) as never };
  },
  async getMany({ resource, ids }) {
    const { list = [], options = [] } = await http.get<{ list?: BaseRecord[]; options?: BaseRecord[] }>(
      `${apiOf(realm, resource)}select`,
      { select: true, initKey: 'id', initValue: ids },
      quiet,
    );
    return { data: [...list, ...options] as never[] };
  },
  async create({ resource, variables, meta }) {
    const { row } = await http.post<{ row: BaseRecord }>(`${apiOf(realm, resource)}add`, variables as never, {
      headers: (meta?.['headers'] ?? {}) as Record<string, string>,
    });
    return { data: row as never };
  },
  async update({ resource, id, variables }) {
    const { row } = await http.post<{ row: BaseRecord }>(`${apiOf(realm, resource)}edit`, {
      ...(variables as object),
      id,
    });
    return { data: row as never };
  },
  async deleteOne({ resource, id }) {
    await http.del(`${apiOf(realm, resource)}del`, { ids: [id] });
    return { data: { id } as never };
  },
  async deleteMany({ resource, ids }) {
    await http.del(`${apiOf(realm, resource)}del`, { ids });
    return { data: ids.map((id) => ({ id })) as never[] };
  },
  async custom({ url, method, query, payload, headers, meta }) {
    const given = (headers ?? {}) as Record<string, string>;
    const fields = (meta?.['fields'] ?? []) as readonly string[];
    if (method === 'get')
      return { data: (await http.get(url, (query ?? {}) as never, { ...quiet, headers: given })) as never };
    if (method === 'delete')
      return { data: (await http.del(url, (query ?? {}) as never, { headers: given })) as never };
    return { data: (await http.post(url, (payload ?? {}) as never, { headers: given, fields })) as never };
  },
});

/**
 * Rows of another REST server, by code that is loaded for them; the resource is its whole address, such as
 * `https://api.example.com/articles`.
 */
export const restProvider: DataProvider = {
  getApiUrl: () => '',
  getList: async ({ resource, ...rest }) => (await at(resource)).getList({ ...rest, resource: nameIn(resource) }),
  getOne: async ({ resource, ...rest }) => (await at(resource)).getOne({ ...rest, resource: nameIn(resource) }),
  getMany: async ({ resource, ...rest }) => (await at(resource)).getMany({ ...rest, resource: nameIn(resource) }),
  create: async ({ resource, ...rest }) => (await at(resource)).create({ ...rest, resource: nameIn(resource) }),
  update: async ({ resource, ...rest }) => (await at(resource)).update({ ...rest, resource: nameIn(resource) }),
  deleteOne: async ({ resource, ...rest }) => (await at(resource)).deleteOne({ ...rest, resource: nameIn(resource) }),
  custom: async (wanted) => (await at(wanted.url)).custom(wanted),
};

const place = (address: string): [string, string] => {
  const end = address.replace(/\/+$/, '');
  const slash = end.lastIndexOf('/');
  return [end.slice(0, slash), end.slice(slash + 1)];
};
const at = async (address: string) => {
  const { default: providerOf } = await fetchPart(() => import('@refinedev/simple-rest'));
  return providerOf(place(address)[0]);
};
const nameIn = (address: string): string => place(address)[1];
