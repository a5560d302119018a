import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ActionManifest, Manifest } from '#resource';
import { markUnset } from '../../fields/unset.ts';
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

interface Answered extends SettingGroup {
  /** Its secrets that hold nothing. */
  readonly unset: readonly string[];
}

/** The groups of the site configuration. Asked each time the page is opened, never while something is typed. */
export function useSettingGroups() {
  const request = useRequest();
  const { i18n } = useTranslation();
  return useQuery({
    queryKey: ['settings', i18n.language],
    queryFn: async () =>
      Object.values((await request.get<{ list: Record<string, Answered> }>('/admin/routine.Config/index')).list).map(
        ({ unset, ...group }): SettingGroup => ({ ...group, row: markUnset(group.row, unset) }),
      ),
    staleTime: Infinity,
    gcTime: 0,
    retry: 1,
  });
}
