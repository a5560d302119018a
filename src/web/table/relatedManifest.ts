import { queryOptions } from '@tanstack/react-query';
import type { FieldManifest, Manifest } from '#resource';
import type { useRequest } from '../http/useRequest.ts';

/** The manifest of a table that fields refer to, by the address of its API. */
export const manifestOf = (request: ReturnType<typeof useRequest>, api: string, language: string) =>
  queryOptions({
    queryKey: ['manifestOf', api, language],
    queryFn: () => request.get<Manifest>(`${api}manifest`),
    staleTime: 300_000,
    retry: 1,
  });

/** The field that leads where paths go on by this name. */
export const viaIn = ({ fields }: Manifest, name: string): FieldManifest | undefined =>
  Object.values(fields).find(({ name: own, relation }) => relation?.follow === name && !own.includes('.'));
