import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { routes } from '../navigation/routes.ts';
import { usePlugins } from './loadPlugins.ts';
import { slots } from './slots.ts';
import { useSite } from '../settings/site.ts';

/** Where the site leads: its first page, the links of its settings, and those of plugins. */
export function SiteLinks() {
  const { t } = useTranslation('common');
  const { headNav } = useSite();
  usePlugins();
  return (
    <>
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
      {slots.SiteLinks && <slots.SiteLinks />}
    </>
  );
}
