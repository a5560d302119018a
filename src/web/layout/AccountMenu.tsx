import { HomeOutlined, IdcardOutlined, LogoutOutlined, UserOutlined } from '@ant-design/icons';
import { useLogout } from '@refinedev/core';
import { Button } from 'antd';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { FocusedMenu } from '../components/FocusedMenu.tsx';
import { useSettings } from '../settings/layoutSettings.ts';
import { slots } from '../plugins/slots.ts';
import { fetchPart } from '../loading/missingParts.ts';
import { useRealm } from '../realms/RealmContext.ts';
import { readIdentity } from '../realms/session.ts';
import { useDiscard } from '../navigation/useDiscard.ts';
import { AccountPicture } from './AccountPicture.tsx';
import type { MenuItems, ToolPlace } from './toolEntries.tsx';
import { usePerson } from './usePerson.ts';

/** Milliseconds for which the menu waits for what the bar has no room for. */
const patience = 1_000;
const never = () => (): void => {};

/** Who is signed in, and the way out; `isShort`: also what the bar has no room for. */
export function AccountMenu({ phone, isShort }: { phone: boolean; isShort: boolean }) {
  const { t } = useTranslation('layout');
  const navigate = useNavigate();
  const realm = useRealm();
  const { base, profile } = realm;
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const { username = '', nickname: given, avatar, super: isSuper } = usePerson() ?? {};
  const nickname = given ?? username;
  const { mutate: logout } = useLogout();
  const discard = useDiscard();
  const { isDark } = useSettings();
  const [isOpen, setOpen] = useState(false);
  const [tools, setTools] = useState<(place: ToolPlace) => MenuItems>();
  const fetchTools = async (): Promise<void> => {
    if (!isShort || tools) return;
    const part = await fetchPart(() => import('./toolEntries.tsx')).catch(() => undefined);
    setTools(() => part?.toolEntries);
  };
  const open = async (): Promise<void> => {
    await Promise.race([fetchTools(), new Promise((resolve) => setTimeout(resolve, patience))]);
    setOpen(true);
  };
  const news = useSyncExternalStore(
    slots.accountNews?.subscribe ?? never,
    () => slots.accountNews?.in({ realm, phone }) ?? '',
  );
  const focusMenu = (): void => opener?.focus();
  const place = { realm, phone, focusMenu, navigate: (to: string) => void navigate(to) };
  const items: MenuItems = [
    {
      key: 'name',
      label: given === undefined ? username : t('personOf', { nickname, username }),
      disabled: true,
      icon: <UserOutlined />,
    },
    { type: 'divider' },
    ...(isShort ? (tools?.({ t, discard, phone, isSuper: isSuper === true, isDark, focusMenu }) ?? []) : []),
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
    <FocusedMenu
      menu={{ items }}
      trigger={['click']}
      placement="bottomRight"
      open={isOpen}
      onOpenChange={(next) => (next ? void open() : setOpen(false))}
    >
      <Button
        ref={setOpener}
        type="text"
        onPointerEnter={() => void fetchTools()}
        onFocus={() => void fetchTools()}
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
