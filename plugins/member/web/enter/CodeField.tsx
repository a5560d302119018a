import { Button } from 'antd';
import Input from 'antd/es/input/Input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SentCode } from './entry.ts';
import { Field, inputProps } from './Field.tsx';
import { useCountdown } from './useCountdown.ts';
import type { Answered } from './useSending.tsx';

interface Props {
  readonly value: string;
  readonly error: string | undefined;
  /** The address or number that it goes to. */
  readonly target: string;
  /** Whether it is known beforehand that it is not sent, and waits for an administrator to hand it on. */
  readonly keepsCodes?: boolean | undefined;
  onChange(value: string): void;
  /** Has one sent; undefined when there is none. */
  onSend(): Promise<Answered<SentCode> | undefined>;
}

/** Six digits that were sent to somebody, beside the button that sends them: once a minute. */
export function CodeField({ value, error, target, keepsCodes = false, onChange, onSend }: Props) {
  const { t } = useTranslation('enter');
  const [left, begin] = useCountdown();
  const [sent, setSent] = useState<{ readonly to: string; readonly isKept: boolean }>();
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      const sending = await onSend();
      if (!sending) return;
      setSent({ to: target, isKept: sending.answer?.isKept === true });
      begin();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Field name="captcha" label={t('code')} error={error}>
      <div className="enter-code">
        <Input
          {...inputProps('captcha', error)}
          value={value}
          inputMode="numeric"
          autoComplete="one-time-code"
          // What is pasted may have spaces between the digits: cut after they are gone.
          onChange={({ target }) => onChange(target.value.replaceAll(/\D/g, '').slice(0, 6))}
        />
        <Button size="large" disabled={left > 0} loading={busy} onClick={() => void send()}>
          {left > 0 ? t('sendAgain', { seconds: left }) : t('send')}
        </Button>
      </div>
      <div className="enter-sent" role="status">
        {sent ? (sent.isKept ? t('kept') : t('sent', { target: sent.to })) : keepsCodes && t('willBeKept')}
      </div>
    </Field>
  );
}
