import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Code } from '#resource';
import { ErrorPage } from '../components/error/ErrorPage.tsx';
import { LoadFailed } from '../components/LoadFailed.tsx';
import { http, HttpProblem } from '../http/http.ts';
import { Waiting } from '../loading/lazyPage.tsx';
import { recordAt } from '../navigation/recordAt.ts';
import { hasUnsaved } from '../navigation/unsaved.ts';
import { useTitle } from '../navigation/useTitle.ts';
import { hasPageAt } from '../plugins/pluginPages.tsx';
import { apiOf, type Realm } from '../realms/realm.ts';
import { useRealm } from '../realms/RealmContext.ts';

/**
 * Stands in the frame where a page was asked for that the menu does not have: there is none at this address, or whoever asks
 * has no right to it. Undefined: what was asked for is no address.
 */
export function UnopenedPage({ address }: { address: string | undefined }) {
  const { t } = useTranslation('error');
  const realm = useRealm();
  const {
    data: guarded,
    error,
    refetch,
  } = useQuery({ queryKey: ['guarded', address], queryFn: () => isGuarded(realm, address), gcTime: 0 });
  useTitle(guarded === undefined ? undefined : t(guarded ? 'forbidden' : 'notFound'));
  if (error) return <LoadFailed title={t('common:missing')} reason={error.message} onRetry={() => void refetch()} />;
  if (guarded === undefined) return <Waiting />;
  if (!guarded) return <ErrorPage mark="404" title={t('notFound')} help={t('notFoundHelp')} goesBack />;
  // What was there before may be outside of the frame, with which what somebody has typed in another tab would be lost.
  return <ErrorPage mark="401" title={t('forbidden')} help={t('noAccess')} goesBack={!hasUnsaved()} />;
}

/** Whether somebody with other rights would find a page here. Only the server knows which tables there are. */
async function isGuarded(realm: Realm, address: string | undefined): Promise<boolean> {
  if (!address?.startsWith(`${realm.base}/`)) return false;
  if (hasPageAt(address)) return true;
  const { list = address } = recordAt(address) ?? {};
  const path = list
    .slice(realm.base.length + 1)
    .split('/')
    .map(encodeURIComponent)
    .join('/');
  try {
    await http.get(`${apiOf(realm, path)}manifest`, {}, { quiet: true, allowDuplicate: true });
    return true;
  } catch (error) {
    if (!(error instanceof HttpProblem) || error.code === undefined) throw error;
    return error.code === Code.forbidden;
  }
}
