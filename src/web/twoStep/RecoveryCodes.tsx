import { Alert, Button, Checkbox } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../messages/notify.ts';
import { copyText } from '../plainHttp/copyText.ts';

interface Props {
  readonly codes: readonly string[];
  onDone(): void;
}

/** Recovery codes, which are shown this once: to be copied, saved or written down. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const { t } = useTranslation('twoStep');
  const [kept, setKept] = useState(false);
  const text = codes.join('\n');
  const copy = (): Promise<void> =>
    copyText(text).then(
      () => notify.success(t('copied')),
      () => notify.error(t('notCopied')),
    );
  return (
    <>
      <Alert type="warning" showIcon title={t('codesHelp')} />
      <ul className="two-step-codes" aria-label={t('codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="two-step-buttons">
        <Button onClick={() => void copy()}>{t('copy')}</Button>
        <Button onClick={() => save(`${document.location.host}\n\n${text}\n`)}>{t('download')}</Button>
      </div>
      <div className="two-step-foot">
        <Checkbox checked={kept} onChange={({ target }) => setKept(target.checked)}>
          {t('kept')}
        </Checkbox>
        <Button type="primary" disabled={!kept} onClick={onDone}>
          {t('done')}
        </Button>
      </div>
    </>
  );
}

function save(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  Object.assign(document.createElement('a'), { href: address, download: 'recovery-codes.txt' }).click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
