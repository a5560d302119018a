import { Alert, App, Button } from 'antd';
import Password from 'antd/es/input/Password';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { http } from '#web';
import { Choice } from './Choice.tsx';
import { AddressField } from './AddressField.tsx';
import { sendCode, type EntrySettings, type Way } from './entry.ts';
import { Field } from './Field.tsx';
import { useFields } from './useFields.ts';

interface Props {
  readonly settings: EntrySettings;
  /** Shows the form to sign in by the new password. */
  onDone(): void;
}

/** A new password for who has forgotten theirs, by a code that is sent to them. */
export default function RetrieveFields({ settings, onDone }: Props) {
  const { t } = useTranslation('enter');
  const { message } = App.useApp();
  const { accountVerificationType: ways, keepsCodes } = settings;
  const fields = useFields(['account', 'captcha', 'password']);
  const { form, values, errors, input, areFilled, send, busy, part, refusal, onSubmit } = fields;
  const [way, setWay] = useState<Way | undefined>(ways[0]);
  const retrieve = async (proof: object): Promise<void> => {
    await http.post('/api/account/retrievePassword', { type: way, ...values, ...proof }, { quiet: true });
    void message.success(t('retrieve.done'));
    onDone();
  };
  const submit = (): unknown => areFilled(['account', 'captcha', 'password']) && send('member.retrieve', retrieve);
  const ask = async () =>
    way && areFilled(['account'])
      ? send('member.code', (proof) => sendCode(way, values.account, 'retrieve', proof))
      : undefined;
  return (
    <form ref={form} noValidate onSubmit={onSubmit(submit)}>
      {way === undefined ? (
        <Alert type="info" showIcon title={t('retrieve.none')} className="enter-note" />
      ) : (
        <>
          {ways.length > 1 && (
            <Choice<Way>
              label={t('retrieve.by')}
              value={way}
              options={ways.map((each) => ({ value: each, label: t(each) }))}
              onChange={setWay}
            />
          )}
          <AddressField fields={fields} name="account" way={way} label={t(way)} keepsCodes={keepsCodes} onSend={ask} />
          <Field
            name="password"
            label={t('retrieve.password')}
            error={errors['password']}
            help={t('register.passwordHelp')}
          >
            <Password {...input('password')} autoComplete="new-password" maxLength={32} />
          </Field>
          {refusal}
          <Button type="primary" size="large" htmlType="submit" block loading={busy}>
            {t('retrieve.submit')}
          </Button>
        </>
      )}
      <p className="enter-other">
        <Button type="link" className="enter-link" onClick={onDone}>
          {t('retrieve.back')}
        </Button>
      </p>
      {part}
    </form>
  );
}
