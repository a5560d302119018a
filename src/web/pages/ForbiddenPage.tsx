import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { ErrorPage } from '../components/error/ErrorPage.tsx';
import { ActingBanner } from '../layout/ActingBanner.tsx';
import { isOwnPath } from '../navigation/routes.ts';
import { authProviderOf } from '../providers/authProvider.ts';
import type { Realm } from '../realms/realm.ts';
import { RealmProvider } from '../realms/RealmContext.ts';
import { areas } from '../realms/registry.ts';
import { readIdentity } from '../realms/session.ts';

/** `/401`. Whoever was led here from a realm can go back to its pages, or sign out. */
export function ForbiddenPage() {
  const { t } = useTranslation('error');
  const { realm: name, home } = (useLocation().state ?? {}) as { realm?: unknown; home?: unknown };
  const realm = areas().find((each) => each.name === name && readIdentity(each));
  const page = (
    <main className="page-center">
      <ErrorPage
        mark="401"
        title={t('forbidden')}
        help={t('forbiddenHelp')}
        goesBack
        home={isOwnPath(home) ? home : undefined}
        more={realm && <SignOutButton realm={realm} />}
      />
    </main>
  );
  if (!realm) return page;
  return (
    <RealmProvider value={realm}>
      <ActingBanner />
      {page}
    </RealmProvider>
  );
}

function SignOutButton({ realm }: { realm: Realm }) {
  const { t } = useTranslation('error');
  // The page begins anew (specification §4): nothing of whose it was is left in it.
  const signOut = async (): Promise<void> => {
    await authProviderOf(realm).logout({});
    location.replace(realm.signInPage.routePath);
  };
  return <Button onClick={() => void signOut()}>{t('signOut')}</Button>;
}
