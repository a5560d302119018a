import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Sending } from '#web';
import { isRefused } from '../send/refused.ts';

interface Props {
  /** Each is a small picture: what is wrong with it has no room there. */
  readonly pictures: boolean;
  readonly sending: readonly Sending[];
  readonly retry: (each: Sending) => void;
}

/** Says which of the pictures could not be sent, and why; what may go better another time can be tried again at once. */
export function Failures({ pictures, sending, retry }: Props) {
  const { t } = useTranslation('upload');
  const failed = sending.filter(({ error }) => error !== undefined);
  const again = failed.filter(({ file }) => !isRefused(file));
  const retryAll = again.length > 1 && (
    <Button size="small" className="upload-retry" onClick={() => again.forEach(retry)}>
      {t('input.retryAll')}
    </Button>
  );
  if (!pictures || failed.length === 0) return retryAll;
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
      action={retryAll}
    />
  );
}
