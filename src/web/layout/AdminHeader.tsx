import { HomeOutlined, LogoutOutlined, MenuFoldOutlined, MenuUnfoldOutlined, UserOutlined } from '@ant-design/icons';
import { useLogout } from '@refinedev/core';
import { Avatar, Button, Dropdown, Layout, type MenuProps } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { DarkSwitch, LanguageSwitch } from './Tools.tsx';

interface Props {
  readonly title: string;
  readonly info: { readonly nickname: string; readonly username: string; readonly avatar: string };
  readonly folded: boolean;
  readonly phone: boolean;
  readonly onFold: () => void;
}

/** The bar above a page: its name, language, light and dark, and one's account. */
export function AdminHeader({ title, info, folded, phone, onFold }: Props) {
  const { t } = useTranslation('layout');
  const navigate = useNavigate();
  const { mutate: logout } = useLogout();
  const items: MenuProps['items'] = [
    { key: 'name', label: `${info.nickname} (${info.username})`, disabled: true, icon: <UserOutlined /> },
    { type: 'divider' },
    { key: 'home', label: t('home'), icon: <HomeOutlined />, onClick: () => void navigate('/index') },
    { key: 'signOut', label: t('signOut'), icon: <LogoutOutlined />, danger: true, onClick: () => logout() },
  ];
  return (
    <Layout.Header className="admin-header">
      <Button type="text" icon={folded ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />} onClick={onFold} aria-label={t(phone ? 'openMenu' : folded ? 'unfoldMenu' : 'foldMenu')} />
      <h1>{title}</h1>
      <LanguageSwitch />
      <DarkSwitch />
      <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
        <Button type="text" {...(phone ? { 'aria-label': `${t('account')}: ${info.nickname}` } : { title: t('account') })} icon={<Avatar size={28} src={info.avatar || undefined}>{info.nickname.slice(0, 1).toUpperCase()}</Avatar>}>
          {!phone && info.nickname}
        </Button>
      </Dropdown>
    </Layout.Header>
  );
}
