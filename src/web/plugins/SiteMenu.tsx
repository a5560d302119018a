import { MenuOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { PhoneMenu } from '../components/PhoneMenu.tsx';
import { useSettings } from '../settings/layoutSettings.ts';
import { SiteLinks } from './SiteLinks.tsx';

/** The links of the site on a phone: a button, and the menu that comes in from the side until one is chosen. */
export function SiteMenu() {
  const { t } = useTranslation('common');
  const { menuWidth } = useSettings();
  const [open, setOpen] = useState(false);
  const closeAtLink = ({ target }: MouseEvent): void => {
    if (target instanceof Element && target.closest('a')) setOpen(false);
  };
  return (
    <>
      <Button
        type="text"
        icon={<MenuOutlined />}
        aria-label={t('siteMenu')}
        aria-expanded={open}
        onClick={() => setOpen(true)}
      />
      <PhoneMenu width={open ? menuWidth : 0} onClose={() => setOpen(false)}>
        {/* Keys that follow a link click it, too. */}
        <div role="presentation" onClick={closeAtLink}>
          <nav className="site-menu" aria-label={t('siteNav')}>
            <SiteLinks />
          </nav>
        </div>
      </PhoneMenu>
    </>
  );
}
