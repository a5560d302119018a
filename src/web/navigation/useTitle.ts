import i18next from 'i18next';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { routeAt } from './routes.ts';
import { useSite } from '../settings/site.ts';

/**
 * The title of the window: the page's, then the site's (specification §2). Undefined leaves the title to somebody else.
 */
export function useTitle(title: string | undefined): void {
  const { siteName } = useSite();
  useEffect(() => {
    if (title !== undefined) document.title = ofSite(title || i18next.t('common:title.none'), siteName);
  }, [title, siteName]);
}

/** A page that is called as the site is says so once. */
const ofSite = (title: string, siteName: string): string => (title === siteName ? title : `${title} - ${siteName}`);

/** The title of an address with a name of its own; loading pages are without the name of the site. */
export function useRouteTitle(): void {
  const { siteName } = useSite();
  const { pathname } = useLocation();
  useEffect(() => {
    const { title, isLoading } = routeAt(pathname) ?? {};
    if (title) document.title = isLoading ? i18next.t(title) : ofSite(i18next.t(title), siteName);
  }, [pathname, siteName]);
}
