import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { tellNavigation } from '../../messages/navigationFailure.ts';
import { useRealm } from '../../realms/RealmContext.ts';
import { personIn } from '../../realms/session.ts';
import { useSettings } from '../../settings/layoutSettings.ts';
import { areaPageAt } from '../areaPages.tsx';
import { destinationOf } from '../destinationOf.ts';
import { placesIn } from '../menuPlaces.ts';
import { shownIn, type MenuNode } from '../menus.ts';
import { matchingChoices, nearChoices, type Choice, type Section } from './choice.ts';
import { recentOf, rememberChoice, type Offered, type RecentRecord } from './recent.ts';
import { useActions } from './useActions.tsx';
import { useFoundRecords } from './useFoundRecords.ts';
import { useSettingChoices } from './useSettingChoices.tsx';

/** Others are found by more letters. */
const mostSettings = 8;

/** What the palette shows for these words: pages, what can be done, and records; without words what was chosen last comes first. */
export function useSections(menus: readonly MenuNode[], words: string, onHelp: () => void) {
  const { t } = useTranslation('palette');
  const realm = useRealm();
  const person = personIn(realm) ?? '';
  const pages = usePages(menus);
  const actions = useActions(menus, onHelp);
  const settings = useSettingChoices(menus, words);
  const recordOf = useRecordChoice(menus);
  const { found, isSearching, isPartial } = useFoundRecords(realm.base, words);
  const byId = new Map([...pages, ...actions].map((choice) => [choice.id, choice]));
  const recent = recentOf(person).flatMap(({ id, record }) => byId.get(id) ?? (record ? recordOf(record) : []));
  const rest = (choices: readonly Choice[]) => choices.filter((choice) => !recent.includes(choice));
  const records = found.map(({ path, label, rows }): Section => ({
    name: label,
    choices: rows.flatMap(({ id, name }) => {
      const address = `${realm.base}/${path}/${id}`;
      if (!areaPageAt(address, menus)) return [];
      // The table stands above them; those of one name are told apart.
      const isAlone = rows.filter((row) => row.name === name).length === 1;
      const { place: _table, ...record } = recordOf({
        title: name,
        place: isAlone ? label : `${label} #${id}`,
        address,
      });
      return [isAlone ? record : { ...record, place: `#${id}` }];
    }),
  }));
  const fitting = (match: typeof matchingChoices): Section[] => [
    { name: t('pages'), choices: match(pages, words) },
    { name: t('actions'), choices: match(actions, words) },
    { name: t('settings'), choices: match(settings, words).slice(0, mostSettings) },
    ...records,
  ];
  const shown = (): Section[] => {
    const found = fitting(matchingChoices);
    return isSearching || found.some(({ choices }) => choices.length > 0) ? found : fitting(nearChoices);
  };
  const all: Section[] =
    words.trim() === ''
      ? [
          { name: t('recent'), choices: recent },
          { name: t('pages'), choices: rest(pages) },
          { name: t('actions'), choices: rest(actions) },
        ]
      : shown();
  const remember = ({ id, record }: Offered): void => rememberChoice(person, id, record);
  return { sections: all.filter(({ choices }) => choices.length > 0), isSearching, isPartial, remember };
}

function usePages(menus: readonly MenuNode[]): readonly Choice[] {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { menuDefaultIcon } = useSettings();
  const places = useMemo(() => placesIn(shownIn(menus)), [menus]);
  const go = (node: MenuNode): void => {
    const to = destinationOf(node, menus);
    if ('failure' in to) return tellNavigation(to.failure);
    if ('address' in to) return void window.open(to.address, '_blank', 'noopener,noreferrer');
    if (to.path === pathname) return tellNavigation('alreadyThere');
    void navigate(to.path);
  };
  return places.map(({ node, above }) => ({
    id: `page ${node.address}`,
    title: node.title,
    place: above.join(' / '),
    also: node.path,
    icon: <i className={`menu-icon ${node.icon || menuDefaultIcon}`} />,
    run: () => go(node),
  }));
}

function useRecordChoice(menus: readonly MenuNode[]): (record: RecentRecord) => Offered {
  const navigate = useNavigate();
  const { menuDefaultIcon } = useSettings();
  const iconOf = (address: string): string | undefined => areaPageAt(address.split('?')[0]!, menus)?.icon;
  return (record) => ({
    id: `record ${record.address}`,
    title: record.title,
    place: record.place,
    icon: <i className={`menu-icon ${iconOf(record.address) || menuDefaultIcon}`} />,
    record,
    run: () => void navigate(record.address),
  });
}
