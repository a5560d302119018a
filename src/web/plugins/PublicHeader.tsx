import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Brand } from '../components/Brand.tsx';
import { Overlay } from '../components/Overlay.tsx';
import { DarkSwitch, LanguageSwitch } from '../components/Tools.tsx';
import { lazyPart } from '../loading/lazyPart.tsx';
import { routes } from '../navigation/routes.ts';
import { SiteEntries } from './SiteEntries.tsx';
import { useMedia } from '../settings/useMedia.ts';
import { SiteLinks } from './SiteLinks.tsx';
import '../public/public.css';

// For phones only.
const SiteMenu = lazyPart(async () => (await import('./SiteMenu.tsx')).SiteMenu);

/**
 * The head of the public pages and of the member centre: the brand, the links of the site, language and theme, entries of
 * plugins. On a phone the links are in a menu that comes in from the side. `children` stands at its end.
 */
export function PublicHeader({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('common');
  const phone = useMedia('(max-width: 767px)');
  return (
    <header className="site-header">
      {phone && (
        <div className="site-menu-button">
          <Overlay>
            <SiteMenu />
          </Overlay>
        </div>
      )}
      <Link to={routes.home.path} className="site-brand">
        <Brand />
      </Link>
      {!phone && (
        <nav className="site-nav" aria-label={t('siteNav')}>
          <SiteLinks />
        </nav>
      )}
      <div className="site-tools">
        <LanguageSwitch />
        <DarkSwitch />
        <SiteEntries />
        {children}
      </div>
    </header>
  );
}
