import { useInvalidate } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Manifest } from '#resource';
import { useRealm } from '../realms/RealmContext.ts';
import { placeOf } from './resourcePlace.ts';

/** Lets all that shows rows of the table read them anew; the menu as well, where it is made of them. */
export function useRowsRefresh(manifest: Pick<Manifest, 'path' | 'source'>): () => Promise<void> {
  const { menuTable } = useRealm();
  const invalidate = useInvalidate();
  const client = useQueryClient();
  return useCallback(async () => {
    if (manifest.path === menuTable) void client.invalidateQueries({ queryKey: ['start'] });
    for (const what of ['record', 'history']) void client.invalidateQueries({ queryKey: [what, manifest.path] });
    await invalidate({ ...placeOf(manifest), invalidates: ['list', 'many', 'detail'] });
  }, [manifest, menuTable, invalidate, client]);
}
