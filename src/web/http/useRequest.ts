import { useDataProvider } from '@refinedev/core';
import { useMemo } from 'react';

type Values = Readonly<Record<string, unknown>>;

/** Calls of the table controller that Refine's hooks have no name for; each resolves with `data` of the envelope. */
export interface Request {
  get<T>(url: string, query?: Values): Promise<T>;
  post<T>(url: string, payload: Values, headers?: Readonly<Record<string, string>>): Promise<T>;
  del<T>(url: string, query: Values): Promise<T>;
}

export function useRequest(): Request {
  const provider = useDataProvider()();
  return useMemo(() => {
    const call = async <T>(method: 'get' | 'post' | 'delete', url: string, rest: object): Promise<T> => {
      if (!provider.custom) throw new Error('The data provider has no custom().');
      return (await provider.custom({ url, method, ...rest })).data as T;
    };
    return {
      get: (url, query) => call('get', url, { query }),
      post: (url, payload, headers) => call('post', url, { payload, headers }),
      del: (url, query) => call('delete', url, { query }),
    };
  }, [provider]);
}
