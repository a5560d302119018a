import { GlobalOutlined, MessageOutlined, SafetyCertificateOutlined, ThunderboltOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { adminRealm } from '../../realms/admin.ts';
import { memberRealm, realms } from '../../realms/registry.ts';
import { readIdentity } from '../../realms/session.ts';
import { LinkButton } from '../../components/LinkButton.tsx';
import { notify } from '../../messages/notify.ts';
import { usePlugins } from '../../plugins/loadPlugins.ts';
import { isClaimed } from '../../plugins/pluginPages.tsx';
import { PublicFooter } from '../../public/PublicFooter.tsx';
import { PublicHeader } from '../../plugins/PublicHeader.tsx';
import { routes } from '../../navigation/routes.ts';
import { ChatPreview } from './ChatPreview.tsx';
import '../../public/first.css';
import './home.css';

const features: readonly { readonly name: string; readonly icon: ReactNode }[] = [
  { name: 'ask', icon: <MessageOutlined /> },
  { name: 'fast', icon: <ThunderboltOutlined /> },
  { name: 'safe', icon: <SafetyCertificateOutlined /> },
  { name: 'open', icon: <GlobalOutlined /> },
];

/** `/index`: what visitors see first. */
export function HomePage() {
  const { t } = useTranslation('home');
  usePlugins();
  const entrance = readIdentity(adminRealm)
    ? { to: routes.admin.path, children: t('enterOffice') }
    : readIdentity(memberRealm)
      ? { to: routes.user.path, children: t('enterCentre') }
      : { to: routes.userLogin.path, children: t('signIn') };
  // The form in which people sign in is the one in which they become members.
  const canRegister = 'SignInForm' in realms.get(memberRealm.name)!;
  const isVisitor = entrance.to === routes.userLogin.path;
  const second =
    isVisitor && canRegister ? { to: `${routes.userLogin.path}?tab=register`, children: t('signUp') } : entrance;
  return (
    <div className="site home">
      <PublicHeader>
        <LinkButton {...entrance} type="text" />
      </PublicHeader>
      <main>
        <section className="home-hero">
          <div className="home-words">
            <span className="home-badge">{t('badge')}</span>
            <h1>{t('headline')}</h1>
            <p>{t('lead')}</p>
            <div className="home-actions">
              <EnterChat />
              <LinkButton {...second} size="large" shape="round" />
            </div>
          </div>
          <ChatPreview />
        </section>
        <section className="home-features" aria-labelledby="features">
          <h2 id="features">{t('featuresTitle')}</h2>
          <ul>
            {features.map(({ name, icon }) => (
              <li key={name}>
                <span className="home-icon" aria-hidden>
                  {icon}
                </span>
                <h3>{t(`features.${name}.title`)}</h3>
                <p>{t(`features.${name}.text`)}</p>
              </li>
            ))}
          </ul>
        </section>
      </main>
      <PublicFooter />
    </div>
  );
}

/** Leads to the chat; while no plugin shows it, says so. */
function EnterChat() {
  const { t } = useTranslation('home');
  const tell = (): void => {
    if (!isClaimed(routes.chat.path)) notify.warning(t('noChat'));
  };
  return (
    <LinkButton to={routes.chat.path} type="primary" size="large" shape="round" onClick={tell}>
      {t('enterChat')}
    </LinkButton>
  );
}
