import { Button, Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Brand } from '../layout/Brand.tsx';
import { DarkSwitch, LanguageSwitch } from '../layout/Tools.tsx';
import { readAdmin } from '../http/session.ts';
import { site } from '../site.ts';
import { useTitle } from '../useTitle.ts';

/** What visitors see first. */
export function HomePage() {
  const { t } = useTranslation('home');
  useTitle(t('title'));
  const isSignedIn = readAdmin() !== undefined;
  return (
    <div className="home">
      <header>
        <Brand />
        <Flex gap={4}>
          <LanguageSwitch />
          <DarkSwitch />
        </Flex>
      </header>
      <main>
        <h1>{t('headline')}</h1>
        <p>{t('lead')}</p>
        <Link to={isSignedIn ? '/admin' : '/admin/login'} tabIndex={-1}>
          <Button type="primary" size="large" shape="round">{t(isSignedIn ? 'backOffice' : 'signIn')}</Button>
        </Link>
      </main>
      <footer>{[site().siteName, site().version, site().recordNumber].filter(Boolean).join(' · ')}</footer>
    </div>
  );
}
