import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearchParams } from 'react-router';
import { useTitle } from '../../../navigation/useTitle.ts';
import { ForgottenForm } from './ForgottenForm.tsx';
import { InvitationForm } from './InvitationForm.tsx';
import { ResetForm } from './ResetForm.tsx';

const views = { forgotten: ForgottenForm, reset: ResetForm, invitation: InvitationForm } as const;

/** How administrators come in who have no password yet, or have forgotten it: `?for=` says which; tokens are behind the hash. */
export function Recover() {
  const { t } = useTranslation('recover');
  const [query] = useSearchParams();
  const { hash } = useLocation();
  const asked = query.get('for') ?? '';
  const view = Object.hasOwn(views, asked) ? (asked as keyof typeof views) : 'forgotten';
  useTitle(t(`title.${view}`));
  const View = views[view];
  return (
    <div className="login-form">
      <h1>{t(`title.${view}`)}</h1>
      <View token={hash.slice(1)} />
      <p className="login-other">
        <Link to="/admin/login">{t('back')}</Link>
      </p>
    </div>
  );
}
