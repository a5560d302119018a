import { App, Button, Modal, Steps } from 'antd';
import Input from 'antd/es/input/Input';
import Password from 'antd/es/input/Password';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { http, usePersonChange } from '#web';
import { CodeField } from '../enter/CodeField.tsx';
import { sendCode, type Way } from '../enter/entry.ts';
import { Field } from '../enter/Field.tsx';
import { useFields } from '../enter/useFields.ts';
import '../enter/enter.css';

interface Props {
  readonly way: Way;
  /** What is bound now; empty for nothing. */
  readonly bound: string;
  onClose(): void;
}

/** First that it is oneself, by a code to the address that is bound, or by the password where none is; then the new one. */
export function BindDialog({ way, bound, onClose }: Props) {
  const { t } = useTranslation('centre');
  const [token, setToken] = useState<string>();
  const isKnown = bound === '' || token !== undefined;
  return (
    <Modal
      open
      title={t(bound ? 'bind.changeTitle' : 'bind.addTitle', { what: t(`bind.${way}`) })}
      footer={null}
      onCancel={onClose}
      destroyOnHidden
    >
      {bound !== '' && (
        <Steps
          size="small"
          className="centre-steps"
          current={isKnown ? 1 : 0}
          items={[{ title: t('bind.stepOld') }, { title: t('bind.stepNew') }]}
        />
      )}
      {isKnown ? (
        <NewAddress way={way} token={token} onDone={onClose} />
      ) : (
        <OldAddress way={way} bound={bound} onProved={setToken} />
      )}
    </Modal>
  );
}

function OldAddress({ way, bound, onProved }: { way: Way; bound: string; onProved(token: string): void }) {
  const { t } = useTranslation(['centre', 'enter']);
  const { form, values, errors, input, change, areFilled, send, busy, part, onSubmit } = useFields([
    'captcha',
    'password',
  ]);
  const verify = async (): Promise<void> => {
    const { accountVerificationToken } = await http.post<{ accountVerificationToken: string }>(
      '/api/account/verification',
      { type: way, captcha: values.captcha },
      { quiet: true },
    );
    onProved(accountVerificationToken);
  };
  const ask = async (): Promise<boolean | undefined> =>
    areFilled(['password'])
      ? send('member.code', (proof) => sendCode(way, bound, 'verify', { password: values.password, ...proof }))
      : false;
  return (
    <form ref={form} noValidate onSubmit={onSubmit(() => areFilled(['captcha']) && send(undefined, verify))}>
      <p className="centre-quiet">{t('bind.oldHelp', { address: bound })}</p>
      <Field name="password" label={t('enter:password')} error={errors['password']}>
        <Password {...input('password')} autoComplete="current-password" maxLength={32} />
      </Field>
      <CodeField
        value={values.captcha}
        error={errors['captcha']}
        onChange={(code) => change('captcha', code)}
        onSend={ask}
      />
      <Button type="primary" htmlType="submit" size="large" block loading={busy}>
        {t('bind.next')}
      </Button>
      {part}
    </form>
  );
}

function NewAddress({ way, token, onDone }: { way: Way; token: string | undefined; onDone(): void }) {
  const { t } = useTranslation(['centre', 'enter']);
  const { message } = App.useApp();
  const changed = usePersonChange();
  const names = ['email', 'mobile', 'captcha', 'password'] as const;
  const { form, values, errors, input, change, areFilled, send, busy, part, onSubmit } = useFields(names);
  const needed = [way, 'captcha' as const, ...(token === undefined ? ['password' as const] : [])];
  const bind = async (): Promise<void> => {
    await http.post(
      '/api/account/changeBind',
      {
        type: way,
        [way]: values[way],
        captcha: values.captcha,
        ...(token === undefined ? { password: values.password } : { accountVerificationToken: token }),
      },
      { quiet: true },
    );
    void message.success(t('bind.done'));
    await changed();
    onDone();
  };
  const ask = async (): Promise<boolean | undefined> =>
    areFilled([way]) ? send('member.code', (proof) => sendCode(way, values[way], 'change', proof)) : false;
  return (
    <form ref={form} noValidate onSubmit={onSubmit(() => areFilled(needed) && send(undefined, bind))}>
      <Field name={way} label={t(`bind.new.${way}`)} error={errors[way]}>
        <Input
          {...input(way)}
          {...(way === 'email' ? { type: 'email', autoComplete: 'email' } : { type: 'tel', autoComplete: 'tel' })}
          maxLength={254}
        />
      </Field>
      <CodeField
        value={values.captcha}
        error={errors['captcha']}
        onChange={(code) => change('captcha', code)}
        onSend={ask}
      />
      {token === undefined && (
        <Field name="password" label={t('enter:password')} error={errors['password']}>
          <Password {...input('password')} autoComplete="current-password" maxLength={32} />
        </Field>
      )}
      <Button type="primary" htmlType="submit" size="large" block loading={busy}>
        {t('bind.submit')}
      </Button>
      {part}
    </form>
  );
}
