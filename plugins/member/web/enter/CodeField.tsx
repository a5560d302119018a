import { Button } from 'antd';
import Input from 'antd/es/input/Input';
import { useTranslation } from 'react-i18next';
import { Field, inputProps } from './Field.tsx';
import { useCountdown } from './useCountdown.ts';

interface Props {
  readonly value: string;
  readonly error: string | undefined;
  onChange(value: string): void;
  /** Has one sent; true when it is on its way. */
  onSend(): Promise<boolean | undefined>;
}

/** Six digits that were sent to somebody, beside the button that sends them: once a minute. */
export function CodeField({ value, error, onChange, onSend }: Props) {
  const { t } = useTranslation('enter');
  const [left, begin] = useCountdown();
  const send = async (): Promise<void> => {
    if (await onSend()) begin();
  };
  return (
    <Field name="captcha" label={t('code')} error={error}>
      <div className="enter-code">
        <Input
          {...inputProps('captcha', error)}
          value={value}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          onChange={({ target }) => onChange(target.value.replaceAll(/\D/g, ''))}
        />
        <Button size="large" disabled={left > 0} onClick={() => void send()}>
          {left > 0 ? t('sendAgain', { seconds: left }) : t('send')}
        </Button>
      </div>
    </Field>
  );
}
