import { languageNames } from '#resource';
import {
  HomeOutlined,
  IdcardOutlined,
  LogoutOutlined,
  MoonOutlined,
  SettingOutlined,
  SunOutlined,
  TranslationOutlined,
  UserOutlined,
} from '@ant-design/icons';
import { useLogout } from '@refinedev/core';
import { Button, type MenuProps } from 'antd';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { changeLanguage } from '../settings/i18n.ts';
import { FocusedMenu } from '../components/FocusedMenu.tsx';
import { changeSettings, useSettings } from '../settings/layoutSettings.ts';
import { slots } from '../plugins/slots.ts';
import { useRealm } from '../realms/RealmContext.ts';
import { readIdentity } from '../realms/session.ts';
import { useDiscard } from '../navigation/useDiscard.ts';
import { AccountPicture } from './AccountPicture.tsx';
import { usePerson } from './usePerson.ts';
import { nextLanguage } from '../components/Tools.tsx';

const never = () => (): void => {};

/** Who is signed in, and the way out; on a phone also what the bar has no room for. */
export function AccountMenu({ phone }: { phone: boolean }) {
  const { t } = useTranslation('layout');
  const navigate = useNavigate();
  const { isDark } = useSettings();
  const realm = useRealm();
  const { base, profile } = realm;
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const { username = '', nickname: given, avatar } = usePerson() ?? {};
  const nickname = given ?? username;
  const { mutate: logout } = useLogout();
  const discard = useDiscard();
  const next = nextLanguage();
  const news = useSyncExternalStore(
    slots.accountNews?.subscribe ?? never,
    () => slots.accountNews?.in({ realm, phone }) ?? '',
  );
  const place = { realm, phone, focusMenu: () => opener?.focus(), navigate: (to: string) => void navigate(to) };
  const items: MenuProps['items'] = [
    {
      key: 'name',
      label: given === undefined ? username : t('personOf', { nickname, username }),
      disabled: true,
      icon: <UserOutlined />,
    },
    { type: 'divider' },
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
          {
            key: 'config',
            label: t('config.open'),
            icon: <SettingOutlined />,
            onClick: () => changeSettings({ showDrawer: true }),
          },
        ]
      : []),
    // Nobody has to do with the account of whom they are signed in as.
    ...(profile === undefined || readIdentity(realm)?.actor
      ? []
      : [
          {
            key: 'profile',
            label: t('profile'),
            icon: <IdcardOutlined />,
            onClick: () => void navigate(`${base}/${profile}`),
          },
        ]),
    ...(slots.accountEntries?.(place) ?? []),
    { key: 'home', label: t('home'), icon: <HomeOutlined />, onClick: () => discard(() => void navigate('/index')) },
    {
      key: 'signOut',
      label: t('signOut'),
      icon: <LogoutOutlined />,
      danger: true,
      onClick: () => discard(() => logout()),
    },
  ];
  return (
    <FocusedMenu menu={{ items }} trigger={['click']} placement="bottomRight">
      <Button
        ref={setOpener}
        type="text"
        {...(phone
          ? {
              'aria-label': [t('common:named', { name: t('account'), value: nickname }), news]
                .filter(Boolean)
                .join(' · '),
            }
          : { title: t('account') })}
        icon={
          <span className={news && 'has-news'}>
            <AccountPicture src={avatar ?? ''} name={nickname} />
          </span>
        }
      >
        {!phone && nickname}
      </Button>
    </FocusedMenu>
  );
}
