import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';

interface Props {
  readonly title: string;
  readonly reason?: string | undefined;
  readonly onRetry: () => void;
}

/** Stands where something could not be loaded. */
export function LoadFailed({ title, reason, onRetry }: Props) {
  const { t } = useTranslation('common');
  return (
    <Alert
      type="warning"
      showIcon
      title={title}
      description={reason}
      action={<Button onClick={onRetry}>{t('retry')}</Button>}
    />
  );
}
