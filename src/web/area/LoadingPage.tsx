import { Navigate, useParams } from 'react-router';
import { areaPageAt } from '../layout/areaPages.tsx';
import { firstPage, type MenuNode } from '../layout/menus.ts';
import { lazyPage } from '../loading/lazyPage.tsx';
import { askedFor, routes } from '../navigation/routes.ts';
import { useRealm } from '../realms/RealmContext.ts';

const UnopenedPage = lazyPage(async () => (await import('./UnopenedPage.tsx')).UnopenedPage, 'error');

/**
 * Goes on to the page that was asked for, else to the first of the menu. Whoever may open no page at all is led to `/401`;
 * an address that is no page of theirs is told in the frame, whose menu and tabs stay.
 */
export function LoadingPage({ menus }: { menus: readonly MenuNode[] }) {
  const { name } = useRealm();
  const { to } = useParams();
  const first = firstPage(menus)?.address;
  const target = to === undefined ? first : askedFor(to, (path) => areaPageAt(path, menus) !== undefined);
  if (target !== undefined) return <Navigate to={target} replace />;
  if (first === undefined)
    return <Navigate to={routes.forbidden.path} replace state={{ realm: name, home: routes.home.path }} />;
  return <UnopenedPage key={to} address={askedFor(to, () => true)?.replace(/\?.*$/, '')} />;
}
