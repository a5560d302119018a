import { Alert, Button, Flex } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  readonly title: string;
  readonly reason?: string | undefined;
  /** Left out where nothing can come of trying again. */
  readonly onRetry?: (() => void) | undefined;
  /** Another way out. */
  readonly more?: ReactNode;
}

/** Stands where something could not be loaded. */
export function LoadFailed({ title, reason, onRetry, more }: Props) {
  const { t } = useTranslation('common');
  return (
    <Alert
      type="warning"
      showIcon
      title={title}
      description={reason}
      action={
        <Flex gap="small">
          {more}
          {onRetry && <Button onClick={onRetry}>{t('retry')}</Button>}
        </Flex>
      }
    />
  );
}
