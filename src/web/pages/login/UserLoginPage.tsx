import { UserOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LinkButton } from '../../components/LinkButton.tsx';
import { routes } from '../../navigation/routes.ts';
import { useSite } from '../../settings/site.ts';
import { LoginFrame } from './LoginFrame.tsx';

/** `/user/login`, until a plugin brings the members' sign-in: says when it opens, and leads on. */
export function UserLoginPage() {
  const { t } = useTranslation('member');
  const { openMemberCenter } = useSite();
  return (
    <LoginFrame slogan={t('slogan')} help={t('sloganHelp')}>
      <div className="login-form">
        <h1>{t('signIn')}</h1>
        <p>{t('signInLead')}</p>
        <div className="login-note" role="status">
          <UserOutlined aria-hidden />
          <div>
            <strong>{t(openMemberCenter ? 'noSignIn' : 'closed')}</strong>
            <p>{t(openMemberCenter ? 'noSignInHelp' : 'signInClosed')}</p>
          </div>
        </div>
        <LinkButton to={routes.home.path} type="primary" size="large" block>
          {t('common:home')}
        </LinkButton>
        <p className="login-other">
          <Link to={routes.adminLogin.path}>{t('common:title.login')}</Link>
        </p>
      </div>
    </LoginFrame>
  );
}
