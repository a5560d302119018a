import { App, Button, Modal, Steps } from 'antd';
import Password from 'antd/es/input/Password';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { http, HttpProblem, usePersonChange } from '#web';
import { AddressField } from '../enter/AddressField.tsx';
import { CodeField } from '../enter/CodeField.tsx';
import { sendCode, type Way } from '../enter/entry.ts';
import { Field } from '../enter/Field.tsx';
import { useFields } from '../enter/useFields.ts';
import '../enter/enter.css';

interface Props {
  readonly way: Way;
  /** What is bound now; empty for nothing. */
  readonly bound: string;
  /** Whether codes wait for an administrator to hand them on. */
  readonly keepsCodes: boolean | undefined;
  onClose(): void;
}

/** That it is oneself: what the server gave for the code, and the password that went before it. */
interface Proof {
  readonly token: string;
  readonly password: string;
}

/** First that it is oneself, by a code to the address that is bound, or by the password where none is; then the new one. */
export function BindDialog({ way, bound, keepsCodes, onClose }: Props) {
  const { t } = useTranslation('centre');
  const [proof, prove] = useState<Proof>();
  const isKnown = bound === '' || proof !== undefined;
  return (
    <Modal
      open
      title={t(`bind.${bound ? 'changeTitle' : 'addTitle'}.${way}`)}
      footer={null}
      onCancel={onClose}
      destroyOnHidden
    >
      {bound !== '' && (
        <Steps
          size="small"
          responsive={false}
          className="centre-steps"
          current={isKnown ? 1 : 0}
          items={[{ title: t('bind.stepOld') }, { title: t(`bind.new.${way}`) }]}
        />
      )}
      {isKnown ? (
        <NewAddress
          way={way}
          proof={proof}
          keepsCodes={keepsCodes}
          onUnproved={() => prove(undefined)}
          onDone={onClose}
        />
      ) : (
        <OldAddress way={way} bound={bound} keepsCodes={keepsCodes} onProved={prove} />
      )}
    </Modal>
  );
}

type OldProps = Omit<Props, 'onClose'> & { onProved(proof: Proof): void };

function OldAddress({ way, bound, keepsCodes, onProved }: OldProps) {
  const { t } = useTranslation(['centre', 'enter']);
  const { form, values, errors, input, change, areFilled, send, busy, part, refusal, onSubmit } = useFields([
    'captcha',
    'password',
  ]);
  const verify = async (): Promise<void> => {
    const { accountVerificationToken } = await http.post<{ accountVerificationToken: string }>(
      '/api/account/verification',
      { type: way, captcha: values.captcha },
      { quiet: true },
    );
    onProved({ token: accountVerificationToken, password: values.password });
  };
  const ask = async () =>
    areFilled(['password'])
      ? send('member.code', (proof) => sendCode(way, bound, 'verify', { password: values.password, ...proof }))
      : undefined;
  return (
    <form
      ref={form}
      noValidate
      onSubmit={onSubmit(() => areFilled(['password', 'captcha']) && send(undefined, verify))}
    >
      <p className="centre-lead">{t('bind.oldHelp', { address: bound })}</p>
      <Field name="password" label={t('enter:password')} error={errors['password']}>
        <Password {...input('password')} autoComplete="current-password" maxLength={32} />
      </Field>
      <CodeField
        value={values.captcha}
        error={errors['captcha']}
        target={bound}
        keepsCodes={keepsCodes}
        onChange={(code) => change('captcha', code)}
        onSend={ask}
      />
      {refusal}
      <Button type="primary" htmlType="submit" size="large" block loading={busy}>
        {t('bind.next')}
      </Button>
      {part}
    </form>
  );
}

interface NewProps extends Pick<Props, 'way' | 'keepsCodes'> {
  readonly proof: Proof | undefined;
  /** The proof has been used, or its ten minutes are over. */
  onUnproved(): void;
  onDone(): void;
}

function NewAddress({ way, proof, keepsCodes, onUnproved, onDone }: NewProps) {
  const { t } = useTranslation(['centre', 'enter']);
  const { message } = App.useApp();
  const changed = usePersonChange();
  const names = ['email', 'mobile', 'captcha', 'password'] as const;
  const fields = useFields(names);
  const { form, values, errors, input, areFilled, send, busy, part, refusal, onSubmit } = fields;
  const needed = [way, 'captcha' as const, ...(proof ? [] : ['password' as const])];
  const bind = async (): Promise<void> => {
    const proved = proof ? { accountVerificationToken: proof.token } : { password: values.password };
    const address = { type: way, [way]: values[way], captcha: values.captcha };
    try {
      await http.post('/api/account/changeBind', { ...address, ...proved }, { quiet: true });
    } catch (error) {
      const unproved = error instanceof HttpProblem && error.errors?.['accountVerificationToken'];
      if (!unproved) throw error;
      void message.warning(unproved);
      return onUnproved();
    }
    void message.success(t(`bind.${proof ? 'changed' : 'added'}.${way}`));
    await changed();
    onDone();
  };
  const ask = async () =>
    areFilled(proof ? [way] : [way, 'password'])
      ? send('member.code', (solved) =>
          sendCode(way, values[way], 'change', { password: proof?.password ?? values.password, ...solved }),
        )
      : undefined;
  return (
    <form ref={form} noValidate onSubmit={onSubmit(() => areFilled(needed) && send(undefined, bind))}>
      <AddressField
        fields={fields}
        name={way}
        way={way}
        label={t(`bind.new.${way}`)}
        keepsCodes={keepsCodes}
        onSend={ask}
      >
        {!proof && (
          <Field name="password" label={t('enter:password')} error={errors['password']}>
            <Password {...input('password')} autoComplete="current-password" maxLength={32} />
          </Field>
        )}
      </AddressField>
      {refusal}
      <Button type="primary" htmlType="submit" size="large" block loading={busy}>
        {t('bind.submit')}
      </Button>
      {part}
    </form>
  );
}
