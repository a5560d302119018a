import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { adminRealm } from '../realms/admin.ts';
import { readIdentity } from '../realms/session.ts';
import { routes } from '../navigation/routes.ts';
import { useSite } from '../settings/site.ts';
import { RecordNumber } from './RecordNumber.tsx';
import './public.css';

interface Props {
  /** Whether the administrators' way in stands there, too. */
  readonly office?: boolean;
}

/** Whose site it is, its record number and version, and the administrators' way in. */
export function PublicFooter({ office = true }: Props) {
  const { t } = useTranslation('common');
  const { siteName, version } = useSite();
  const isAdmin = readIdentity(adminRealm) !== undefined;
  return (
    <footer className="site-footer">
      <span>{`© ${siteName}`}</span>
      <RecordNumber />
      {version && <span>{version}</span>}
      {office && (
        <Link to={isAdmin ? routes.admin.path : routes.adminLogin.path}>
          {t(isAdmin ? 'title.admin' : 'title.login')}
        </Link>
      )}
    </footer>
  );
}
