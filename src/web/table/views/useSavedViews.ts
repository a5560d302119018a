import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Manifest, SavedViews, ViewSharing, ViewState } from '#resource';
import { useRequest } from '../../http/useRequest.ts';
import { useRealm } from '../../realms/RealmContext.ts';

/** What is said of a view when it is saved; what is left out stays as it is. */
export interface ViewChange {
  /** Left out: a new one. */
  readonly id?: number;
  readonly name?: string;
  readonly sharing?: ViewSharing;
  readonly group_ids?: readonly number[];
  readonly in_menu?: boolean;
  /** Whether the list opens with it, for this person. */
  readonly opens?: boolean;
  readonly state?: ViewState;
}

/** Saves, deletes and chooses views of a list on the server; every page of the list knows at once. */
export function useSavedViews({ path }: Pick<Manifest, 'path'>) {
  const { base } = useRealm();
  const request = useRequest();
  const client = useQueryClient();
  return useMemo(() => {
    const call = async (name: string, body: object): Promise<SavedViews & { readonly id?: number }> => {
      const answer = await request.post<SavedViews & { id?: number }>(`${base}/ajax/${name}`, { table: path, ...body });
      const { list, opens } = answer;
      client.setQueriesData<Manifest>({ queryKey: ['manifest', path] }, (manifest) =>
        manifest ? { ...manifest, saved: { list, opens } } : undefined,
      );
      // The menu shows views too.
      void client.invalidateQueries({ queryKey: ['start'] });
      return answer;
    };
    return {
      save: async (change: ViewChange): Promise<number> => (await call('saveView', change)).id!,
      remove: async (id: number): Promise<unknown> => call('deleteView', { id }),
      /** The list opens with this one from now on, or with all of its records. */
      openWith: async (id: number | null): Promise<unknown> => call('openView', { id }),
    };
  }, [base, path, request, client]);
}
