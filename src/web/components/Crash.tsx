import { CloseCircleFilled } from '@ant-design/icons';
import { Button } from 'antd';
import type { PropsWithChildren } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Boundary } from './Boundary.tsx';
import { ErrorPage } from './error/ErrorPage.tsx';
import { MissingPage } from './error/MissingPage.tsx';
import { isMissingPart } from '../loading/missingParts.ts';
import { reloadPage } from '../navigation/reload.ts';

interface Props {
  /** Whose page it is, if it is not our own. */
  readonly plugin?: string;
  /** Called with what is thrown, unless it is a part that could not be fetched. */
  readonly onFailure?: (error: Error) => void;
}

/** Catches what a page throws, so that the rest stays; another page starts afresh. */
export function Crash({ plugin, onFailure, children }: PropsWithChildren<Props>) {
  const { key } = useLocation();
  return (
    <Boundary
      place={key}
      onFailure={(error) => isMissingPart(error) || onFailure?.(error)}
      fallback={(failure) =>
        isMissingPart(failure.error) ? (
          <MissingPage {...failure} />
        ) : (
          <Crashed plugin={plugin} onRetry={failure.retry} />
        )
      }
    >
      {children}
    </Boundary>
  );
}

function Crashed({ plugin, onRetry }: Pick<Props, 'plugin'> & { onRetry: () => void }) {
  const { t } = useTranslation('common');
  const help = plugin === undefined ? t('crashedHelp') : t('pluginFailed', { plugin });
  return (
    <ErrorPage mark={<CloseCircleFilled />} title={t('crashed')} help={help} goesBack>
      <Button type="primary" onClick={onRetry}>
        {t('retry')}
      </Button>
      <Button onClick={reloadPage}>{t('reload')}</Button>
    </ErrorPage>
  );
}
