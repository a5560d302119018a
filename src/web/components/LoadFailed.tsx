import { Alert, Button, Flex } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  readonly title: string;
  readonly reason?: string | undefined;
  readonly onRetry: () => void;
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
          <Button onClick={onRetry}>{t('retry')}</Button>
        </Flex>
      }
    />
  );
}
