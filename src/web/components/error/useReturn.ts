import { useLocation, useNavigate } from 'react-router';
import { isArea } from '../../realms/realm.ts';
import { realmAt } from '../../realms/registry.ts';
import { routes } from '../../navigation/routes.ts';

/** The two ways away from a page that cannot be shown; home is where the address belongs to unless it is given. */
export function useReturn(home?: string) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const realm = realmAt(pathname);
  const own = home ?? (isArea(realm) ? realm.startPage.routePath : routes.home.path);
  return {
    hasPrevious: ((history.state as { idx?: number } | null)?.idx ?? 0) > 0,
    back: () => void navigate(-1),
    // Where one is already home, the page may be what is broken.
    home: () => void navigate(pathname === own ? routes.home.path : own),
  };
}
