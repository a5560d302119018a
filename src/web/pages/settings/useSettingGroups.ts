import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ActionManifest, Manifest } from '#resource';
import type { ListRow } from '../../fields/view.ts';
import { useRequest } from '../../http/useRequest.ts';

/** A group of settings: what its form is drawn from, and its values as one row. */
export interface SettingGroup {
  readonly name: string;
  readonly title: string;
  readonly manifest: Manifest;
  readonly row: ListRow;
  /** Tries the settings, for whoever may change them. */
  readonly test?: ActionManifest;
}

/** The groups of the site configuration. Asked each time the page is opened, never while something is typed. */
export function useSettingGroups() {
  const request = useRequest();
  const { i18n } = useTranslation();
  return useQuery({
    queryKey: ['settings', i18n.language],
    queryFn: async () =>
      Object.values((await request.get<{ list: Record<string, SettingGroup> }>('/admin/routine.Config/index')).list),
    staleTime: Infinity,
    gcTime: 0,
    retry: 1,
  });
}
