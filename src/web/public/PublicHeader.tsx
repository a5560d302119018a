import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink } from 'react-router';
import { Brand } from '../components/Brand.tsx';
import { DarkSwitch, LanguageSwitch } from '../components/Tools.tsx';
import { routes } from '../navigation/routes.ts';
import { useSite } from '../settings/site.ts';
import './public.css';

/**
 * The head of the public pages and of the member centre: the brand, the links of the site, language and theme.
 * `children` stands at its end.
 */
export function PublicHeader({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('common');
  const { headNav } = useSite();
  return (
    <header className="site-header">
      <Link to={routes.home.path} className="site-brand">
        <Brand />
      </Link>
      <nav className="site-nav" aria-label={t('siteNav')}>
        <NavLink to={routes.home.path}>{t('title.home')}</NavLink>
        {headNav.map(({ title, url }) =>
          url.startsWith('/') ? (
            <NavLink key={title} to={url}>
              {title}
            </NavLink>
          ) : (
            <a key={title} href={url} target="_blank" rel="noopener noreferrer">
              {title}
            </a>
          ),
        )}
      </nav>
      <div className="site-tools">
        <LanguageSwitch />
        <DarkSwitch />
        {children}
      </div>
    </header>
  );
}
