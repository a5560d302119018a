import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Sending } from '#web';
import { isRefused } from '../send/refused.ts';

interface Props {
  readonly sending: readonly Sending[];
  readonly retry: (each: Sending) => void;
}

/** Says which of the files could not be sent, and why; what may go better another time can be tried again at once. */
export function Failures({ sending, retry }: Props) {
  const { t } = useTranslation('upload');
  const failed = sending.filter(({ error }) => error !== undefined);
  const again = failed.filter(({ file }) => !isRefused(file));
  if (failed.length === 0) return null;
  return (
    <Alert
      type="error"
      className="upload-failed"
      title={
        <ul className="upload-failures">
          {failed.map(({ id, file, error }) => (
            <li key={id}>
              <strong>{file.name}</strong> {error}
            </li>
          ))}
        </ul>
      }
      action={
        again.length > 1 && (
          <Button size="small" onClick={() => again.forEach(retry)}>
            {t('input.retryAll')}
          </Button>
        )
      }
    />
  );
}
