import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { isShown, settingsPath, type AnyRow, type Manifest } from '#resource';
import { http } from '../../http/http.ts';
import { useRealm } from '../../realms/RealmContext.ts';
import { personIn } from '../../realms/session.ts';
import { formFields } from '../../table/formValues.ts';
import { pagesIn, type MenuNode } from '../menus.ts';
import type { Offered } from './recent.ts';

interface Group {
  readonly title: string;
  readonly manifest: Manifest;
  readonly row: AnyRow;
}

/** The settings of the site, for those who may see them; asked for once something is typed. */
export function useSettingChoices(menus: readonly MenuNode[], words: string): readonly Offered[] {
  const navigate = useNavigate();
  const realm = useRealm();
  const { i18n } = useTranslation();
  const address = `${realm.base}/${settingsPath}`;
  const page = pagesIn(menus).find((node) => node.address === address);
  const { data = {} } = useQuery({
    queryKey: ['settingNames', i18n.language, personIn(realm)],
    queryFn: async ({ signal }) =>
      (
        await http.get<{ list: Readonly<Record<string, Group>> }>(
          '/admin/routine.Config/index',
          {},
          { quiet: true, allowDuplicate: true, signal },
        )
      ).list,
    enabled: page !== undefined && words.trim() !== '',
    staleTime: Infinity,
    gcTime: 0,
  });
  return Object.entries(data).flatMap(([group, { title: place, manifest, row }]) =>
    formFields(manifest)
      .filter((field) => isShown(field, row))
      .map(({ name, label: title }) => {
        const record = { title, place, address: `${address}?${new URLSearchParams({ group, field: name })}` };
        return {
          id: `record ${record.address}`,
          title,
          place,
          also: name.replaceAll('_', ' '),
          icon: <i className={`menu-icon ${page?.icon}`} />,
          record,
          run: () => void navigate(record.address),
        };
      }),
  );
}
