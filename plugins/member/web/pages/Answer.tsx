import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailed, Loading } from '#web';

interface Props<T> {
  readonly query: UseQueryResult<T>;
  /** Lines that are shown in its place while it comes. */
  readonly rows?: number;
  readonly children: (data: T) => ReactNode;
}

/** Draws what a call answers; until then its shape, or why it did not and a way to ask again. */
export function Answer<T>({ query: { data, error, refetch }, rows = 4, children }: Props<T>) {
  const { t } = useTranslation('centre');
  if (data !== undefined) return children(data);
  if (error) return <LoadFailed title={t('failed')} reason={error.message} onRetry={() => void refetch()} />;
  return <Loading title={false} paragraph={{ rows }} />;
}
