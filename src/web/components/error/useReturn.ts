import { useLocation, useNavigate } from 'react-router';
import { areaOf } from '../../http/session.ts';
import { routes } from '../../navigation/routes.ts';

/** The two ways away from a page that cannot be shown. */
export function useReturn() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const own = areaOf(pathname) === 'admin' ? routes.admin.path : routes.home.path;
  return {
    hasPrevious: ((history.state as { idx?: number } | null)?.idx ?? 0) > 0,
    back: () => void navigate(-1),
    // Where one is already home, the page may be what is broken.
    home: () => void navigate(pathname === own ? routes.home.path : own),
  };
}
