import { CloudSyncOutlined, DisconnectOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../Boundary.tsx';
import { reloadPage } from '../../navigation/reload.ts';
import { askServerState, type ServerState } from '../../loading/serverState.ts';
import { ErrorPage } from './ErrorPage.tsx';
import { useWhenOnline } from './useWhenOnline.ts';

/**
 * Stands where a part of the page could not be fetched: for want of a connection, or because a newer build has other
 * parts.
 */
export function MissingPage({ error, tries, retry }: Failure) {
  const { t } = useTranslation('common');
  const state = useServerState(error);
  useWhenOnline(retry);
  useEffect(() => {
    // Some browsers remember that a part could not be fetched for as long as the page stands; whoever asked again gets
    // it anew.
    if (tries > 0 && state === 'sameBuild') reloadPage();
  }, [tries, state]);
  if (state === 'newBuild') {
    return (
      <ErrorPage mark={<CloudSyncOutlined />} title={t('newBuild')} help={t('newBuildHelp')}>
        <Button type="primary" onClick={reloadPage}>
          {t('reload')}
        </Button>
      </ErrorPage>
    );
  }
  return (
    <ErrorPage mark={<DisconnectOutlined />} title={t('missing')} help={t(`missingFor.${state ?? 'sameBuild'}`)}>
      <Button type="primary" onClick={retry}>
        {t('retry')}
      </Button>
    </ErrorPage>
  );
}

/** Why the part that failed in this way is missing, as soon as it is known. */
function useServerState(error: Error): ServerState | undefined {
  const [state, setState] = useState<ServerState | undefined>(navigator.onLine ? undefined : 'offline');
  useEffect(() => {
    let isCurrent = true;
    void askServerState().then((now) => isCurrent && setState(now));
    return () => {
      isCurrent = false;
    };
  }, [error]);
  return state;
}
