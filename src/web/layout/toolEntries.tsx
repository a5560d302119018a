import { languageNames } from '#resource';
import {
  ClearOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  MoonOutlined,
  SettingOutlined,
  SunOutlined,
  TranslationOutlined,
} from '@ant-design/icons';
import type { MenuProps } from 'antd';
import type { TFunction } from 'i18next';
import { nextLanguage } from '../components/Tools.tsx';
import type { useDiscard } from '../navigation/useDiscard.ts';
import { changeLanguage } from '../settings/i18n.ts';
import { changeSettings } from '../settings/layoutSettings.ts';
import { cacheEntries } from './cacheEntries.ts';
import { fullScreen } from './useFullScreen.ts';

export type MenuItems = NonNullable<MenuProps['items']>;

export interface ToolPlace {
  readonly t: TFunction<'layout'>;
  readonly discard: ReturnType<typeof useDiscard>;
  readonly phone: boolean;
  readonly isSuper: boolean;
  readonly isDark: boolean;
  /** Gives the focus to what opens the menu: a drawer that closes gives it back there. */
  readonly focusMenu: () => void;
}

/** For the account's menu: what the bar has no room for. */
export function toolEntries({ t, discard, phone, isSuper, isDark, focusMenu }: ToolPlace): MenuItems {
  const next = nextLanguage();
  const isFull = fullScreen.isOn();
  // A group: a menu within the menu closes under a finger, and under a pointer that goes there slantwise.
  const cache = {
    type: 'group',
    key: 'cache',
    label: t('cache.open'),
    children: cacheEntries(t, discard).map((entry) => ({ ...entry, icon: <ClearOutlined /> })),
  } as const;
  return [
    ...(phone
      ? [
          {
            key: 'language',
            label: languageNames[next],
            icon: <TranslationOutlined />,
            onClick: () => discard(() => changeLanguage(next), { language: languageNames[next] }),
          },
          {
            key: 'dark',
            label: t(isDark ? 'light' : 'dark'),
            icon: isDark ? <SunOutlined /> : <MoonOutlined />,
            onClick: () => changeSettings({ isDark: !isDark }),
          },
        ]
      : [
          {
            key: 'fullScreen',
            label: t(isFull ? 'exitFullScreen' : 'fullScreen'),
            icon: isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />,
            onClick: fullScreen.toggle,
          },
        ]),
    ...(isSuper ? [cache] : []),
    {
      key: 'config',
      label: t('config.open'),
      icon: <SettingOutlined />,
      onClick: () => {
        focusMenu();
        changeSettings({ showDrawer: true });
      },
    },
    { type: 'divider' },
  ];
}
