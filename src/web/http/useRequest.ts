import { useDataProvider } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';

type Values = Readonly<Record<string, unknown>>;

interface PostOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Fields at which refusals are shown: they are told nowhere else. */
  readonly fields?: readonly string[];
}

/** Calls of the table controller that Refine's hooks have no name for; each resolves with `data` of the envelope. */
export interface Request {
  get<T>(url: string, query?: Values): Promise<T>;
  post<T>(url: string, payload: Values, more?: PostOptions): Promise<T>;
  del<T>(url: string, query: Values): Promise<T>;
}

export function useRequest(): Request {
  const provider = useDataProvider()();
  const client = useQueryClient();
  return useMemo(() => {
    const call = async <T>(method: 'get' | 'post' | 'delete', url: string, rest: object): Promise<T> => {
      if (!provider.custom) throw new Error('The data provider has no custom().');
      return (await provider.custom({ url, method, ...rest })).data as T;
    };
    // As after Refine's own mutations (queryClient.ts).
    const changing = async <T>(answer: Promise<T>): Promise<T> => {
      const data = await answer;
      void client.invalidateQueries({ queryKey: ['badges'] });
      return data;
    };
    return {
      get: (url, query) => call('get', url, { query }),
      post: (url, payload, { headers, fields } = {}) =>
        changing(call('post', url, { payload, headers, meta: { fields } })),
      del: (url, query) => changing(call('delete', url, { query })),
    };
  }, [provider, client]);
}
