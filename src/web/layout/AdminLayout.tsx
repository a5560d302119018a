import { Grid, Layout, theme } from 'antd';
import { lazy, Suspense, useState, type PropsWithChildren } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Crash } from '../Crash.tsx';
import { useTitle } from '../useTitle.ts';
import { AdminHeader } from './AdminHeader.tsx';
import { Brand } from './Brand.tsx';
import { trailTo, type MenuNode } from './menus.ts';
import { changeSettings, useSettings } from './settings.ts';
import { SideMenu } from './SideMenu.tsx';

// For phones only.
const PhoneMenu = lazy(async () => ({ default: (await import('./PhoneMenu.tsx')).PhoneMenu }));

interface Props {
  readonly menus: readonly MenuNode[];
  readonly info: { readonly nickname: string; readonly username: string; readonly avatar: string };
}

/** The frame of the back office: menu at the side, or behind a button on a phone. */
export function AdminLayout({ menus, info, children }: PropsWithChildren<Props>) {
  const { t } = useTranslation('layout');
  const { token } = theme.useToken();
  const { menuCollapse } = useSettings();
  const phone = Grid.useBreakpoint().md === false;
  const [open, setOpen] = useState(false);
  const path = useLocation().pathname.replace(/^\/admin\/?/, '').replace(/\/$/, '');
  const trail = trailTo(menus, path);
  useTitle(trail.at(-1)?.title ?? t('backOffice'));
  const menu = <SideMenu menus={menus} trail={trail} collapsed={!phone && menuCollapse} onChosen={() => setOpen(false)} />;
  return (
    <Layout className="admin" style={{ color: token.colorText }}>
      <a className="skip-link" href="#content">{t('skip')}</a>
      {!phone && (
        // Widths of specification §9.
        <Layout.Sider className="admin-sider" theme="light" width={190} collapsedWidth={64} collapsed={menuCollapse} trigger={null}>
          <div className="brand admin-brand"><Brand short={menuCollapse} /></div>
          {menu}
        </Layout.Sider>
      )}
      {phone && <Suspense fallback={null}><PhoneMenu open={open} onClose={() => setOpen(false)}>{menu}</PhoneMenu></Suspense>}
      <Layout>
        <AdminHeader title={trail.at(-1)?.title ?? ''} info={info} folded={phone || menuCollapse} onFold={() => (phone ? setOpen(true) : changeSettings({ menuCollapse: !menuCollapse }))} phone={phone} />
        <Layout.Content id="content" className="admin-content" tabIndex={-1}>
          <div className="admin-panel" style={{ background: token.colorBgContainer }}><Crash key={path}>{children}</Crash></div>
        </Layout.Content>
      </Layout>
    </Layout>
  );
}
