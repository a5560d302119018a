import {
  ClearOutlined,
  FullscreenOutlined,
  HomeOutlined,
  IdcardOutlined,
  LogoutOutlined,
  MoonOutlined,
  PlusOutlined,
  QuestionCircleOutlined,
  SettingOutlined,
  SunOutlined,
  TranslationOutlined,
} from '@ant-design/icons';
import { useLogout } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { languageNames } from '#resource';
import { nextLanguage } from '../../components/Tools.tsx';
import { askForNew } from '../../navigation/askedForms.ts';
import { shortcuts } from '../../navigation/shortcuts.ts';
import { useDiscard } from '../../navigation/useDiscard.ts';
import { useRealm } from '../../realms/RealmContext.ts';
import { changeLanguage } from '../../settings/i18n.ts';
import { changeSettings, useSettings } from '../../settings/layoutSettings.ts';
import { cacheKinds, clearCaches } from '../cacheEntries.ts';
import { pagesIn, shownIn, type MenuNode } from '../menus.ts';
import { useFullScreen } from '../useFullScreen.ts';
import { usePerson } from '../usePerson.ts';
import type { Choice } from './choice.ts';

/** What can be done from everywhere: a new row of each table, and what the bar and the account's menu offer. */
export function useActions(menus: readonly MenuNode[], onHelp: () => void): readonly Choice[] {
  const { t } = useTranslation('palette');
  const { t: layout } = useTranslation('layout');
  const navigate = useNavigate();
  const discard = useDiscard();
  const { mutate: logout } = useLogout();
  const { base, profile } = useRealm();
  const { isDark } = useSettings();
  const isSuper = usePerson()?.super === true;
  const next = nextLanguage();
  const [isFull, toggleFull] = useFullScreen();
  const news = pagesWithNew(menus).map(({ title, row_label: row, address }): Choice => ({
    id: `new ${address}`,
    title: row === undefined ? t('newIn', { page: title }) : t('newRow', { row }),
    also: title,
    icon: <PlusOutlined />,
    run: () => {
      void navigate(address);
      askForNew(address);
    },
  }));
  const action = (name: string, title: string, icon: React.ReactNode, run: () => void): Choice => ({
    id: `do ${name}`,
    title,
    icon,
    run,
  });
  return [
    ...news,
    action('language', t('language', { language: languageNames[next] }), <TranslationOutlined />, () =>
      discard(() => changeLanguage(next), { language: languageNames[next] }),
    ),
    action('dark', t(isDark ? 'light' : 'dark'), isDark ? <SunOutlined /> : <MoonOutlined />, () =>
      changeSettings({ isDark: !isDark }),
    ),
    action('look', layout('config.open'), <SettingOutlined />, () => changeSettings({ showDrawer: true })),
    action('fullScreen', layout(isFull ? 'exitFullScreen' : 'fullScreen'), <FullscreenOutlined />, toggleFull),
    ...(isSuper
      ? cacheKinds.map((kind) =>
          action(`cache ${kind}`, t('clear', { cache: layout(`cache.${kind}`) }), <ClearOutlined />, () =>
            discard(() => void clearCaches(kind)),
          ),
        )
      : []),
    ...(profile === undefined
      ? []
      : [action('profile', layout('profile'), <IdcardOutlined />, () => void navigate(`${base}/${profile}`))]),
    action('home', layout('home'), <HomeOutlined />, () => discard(() => void navigate('/index'))),
    {
      ...action('help', t('help'), <QuestionCircleOutlined />, onHelp),
      keys: shortcuts.find(({ name }) => name === 'help')!.keys,
    },
    action('signOut', layout('signOut'), <LogoutOutlined />, () => discard(() => logout())),
  ];
}

/** Pages of the menu that the person may add rows on. */
const pagesWithNew = (menus: readonly MenuNode[]): MenuNode[] => {
  const mayAdd = new Set(
    pagesIn(menus)
      .filter(({ name, children = [] }) =>
        children.some((each) => each.type === 'button' && each.name === `${name}/add`),
      )
      .map(({ id }) => id),
  );
  return pagesIn(shownIn(menus)).filter(({ id }) => mayAdd.has(id));
};
