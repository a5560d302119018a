import { IdcardOutlined, LogoutOutlined, SafetyOutlined } from '@ant-design/icons';
import { useLogout } from '@refinedev/core';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { safeAddress, useDiscard } from '#web';
import { memberRealm } from '../../realm.ts';
import { useCentre } from './centreState.ts';
import { useMember } from './member.ts';
import { Picture } from './Picture.tsx';

/** The menu of one's account, with the way out. */
export function AccountButton() {
  const { t } = useTranslation('centre');
  const navigate = useNavigate();
  const discard = useDiscard();
  const { mutateAsync: logout } = useLogout();
  const { navUserMenus } = useCentre();
  const member = useMember();
  const name = member?.nickname || member?.username || '';
  // The page begins anew (specification §4): nothing of this member is left in it.
  const signOut = async (): Promise<void> => {
    await logout();
    location.reload();
  };
  const goTo = (path: string) => () => void navigate(`${memberRealm.base}/${path}`);
  const items = [
    { key: 'profile', label: t('profile.title'), icon: <IdcardOutlined />, onClick: goTo('account/profile') },
    { key: 'security', label: t('security.title'), icon: <SafetyOutlined />, onClick: goTo('account/changePassword') },
    ...navUserMenus.map(({ id, title, icon, menu_type: type, url, address }) => ({
      key: String(id),
      label: title,
      icon: <i className={icon} aria-hidden />,
      onClick: () => (type === 'link' ? openSite(url) : void navigate(address)),
    })),
    { type: 'divider' as const },
    {
      key: 'out',
      label: t('signOut'),
      icon: <LogoutOutlined />,
      danger: true,
      onClick: () => discard(() => void signOut()),
    },
  ];
  return (
    <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight" autoFocus>
      <Button
        type="text"
        className="centre-account"
        aria-label={t('common:named', { name: t('account'), value: name })}
      >
        <Picture src={member?.avatar ?? ''} name={name} size={24} />
      </Button>
    </Dropdown>
  );
}

function openSite(url: string): void {
  const address = safeAddress(url);
  if (address !== undefined) window.open(address, '_blank', 'noopener,noreferrer');
}
