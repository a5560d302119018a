import { UserOutlined } from '@ant-design/icons';
import { Avatar, Button } from 'antd';
import { useState, type PropsWithChildren } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { memberRealm } from '../realms/registry.ts';
import { readIdentity } from '../realms/session.ts';
import { LinkButton } from '../components/LinkButton.tsx';
import { PublicFooter } from '../public/PublicFooter.tsx';
import { PublicHeader } from '../plugins/PublicHeader.tsx';
import { addressOf, routes } from '../navigation/routes.ts';
import './member.css';

/** The frame of the member centre: who one is and the menu at the side, behind a button on a phone. */
export function MemberLayout({ children }: PropsWithChildren) {
  const { t } = useTranslation('member');
  const [menuExpand, setMenuExpand] = useState(false);
  return (
    <div className="site member">
      <a className="skip-link" href="#content">
        {t('skip')}
      </a>
      <PublicHeader />
      <div className="member-body">
        <Button
          className="member-unfold"
          aria-expanded={menuExpand}
          aria-controls="member-side"
          onClick={() => setMenuExpand(!menuExpand)}
        >
          {t('menu')}
        </Button>
        <aside id="member-side" data-open={menuExpand}>
          <MemberCard />
          <nav className="member-card" aria-label={t('menu')}>
            <NavLink to={addressOf('userMainLoading')}>{t('overview')}</NavLink>
          </nav>
        </aside>
        <main id="content" className="member-card member-page" tabIndex={-1}>
          {children}
        </main>
      </div>
      <PublicFooter office={false} />
    </div>
  );
}

/** Whoever is signed in, or a way to sign in. */
function MemberCard() {
  const { t } = useTranslation('member');
  const member = readIdentity(memberRealm);
  return (
    <section className="member-card member-who">
      <Avatar size={64} src={member?.avatar || undefined} icon={<UserOutlined />} />
      <strong>{member?.nickname ?? t('visitor')}</strong>
      {!member && (
        <LinkButton to={routes.userLogin.path} type="primary">
          {t('signIn')}
        </LinkButton>
      )}
    </section>
  );
}
