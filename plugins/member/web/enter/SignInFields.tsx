import { LockOutlined, UserOutlined } from '@ant-design/icons';
import { App, Button, Checkbox } from 'antd';
import Input from 'antd/es/input/Input';
import Password from 'antd/es/input/Password';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HttpProblem, type SignInFormProps } from '#web';
import { Field } from './Field.tsx';
import { useFields } from './useFields.ts';

interface Props extends SignInFormProps {
  onForgotten(): void;
}

/** By name, e-mail or mobile; with a code of the authenticator app where the account wants one. */
export function SignInFields({ login, prepare, onForgotten }: Props) {
  const { t } = useTranslation('enter');
  const { message } = App.useApp();
  const { form, values, errors, input, areFilled, send, busy, part, refusal, onSubmit } = useFields(
    ['username', 'password', 'code'],
    prepare,
  );
  const [keep, setKeep] = useState(false);
  /** By which an attempt goes on whose password was right; there while a code is asked for. */
  const [twoStepToken, goOn] = useState<string>();
  const wantsCode = twoStepToken !== undefined;
  useEffect(() => form.current?.querySelector<HTMLElement>(wantsCode ? '#code' : 'input')?.focus(), [form, wantsCode]);

  const enter = async (proof: object): Promise<void> => {
    const { username, password, code } = values;
    try {
      const sent = { tab: 'login', username, password, keep, ...(wantsCode && { code, twoStepToken }), ...proof };
      const { failures = 0 } = await login(sent);
      if (failures > 0) void message.warning(t('failures', { count: failures }));
    } catch (error) {
      if (error instanceof DOMException) void message.error(t('notKept'));
      else {
        const token = error instanceof HttpProblem ? tokenIn(error) : undefined;
        if (token !== undefined) goOn(token);
        if (token === undefined || wantsCode) throw error;
      }
    }
  };
  const submit = (): unknown =>
    areFilled(wantsCode ? ['username', 'password', 'code'] : ['username', 'password']) && send(undefined, enter);
  return (
    <form ref={form} noValidate onSubmit={onSubmit(submit)}>
      <Field name="username" label={t('account')} error={errors['username']}>
        <Input {...input('username')} prefix={<UserOutlined />} autoComplete="username" maxLength={254} />
      </Field>
      <Field name="password" label={t('password')} error={errors['password']}>
        <Password {...input('password')} prefix={<LockOutlined />} autoComplete="current-password" maxLength={32} />
      </Field>
      {wantsCode && (
        <p className="enter-step" role="status">
          {t('twoStepBegins')}
        </p>
      )}
      {wantsCode && (
        <Field name="code" label={t('twoStep')} error={errors['code']} help={t('twoStepHelp')}>
          <Input {...input('code')} autoComplete="one-time-code" maxLength={24} />
        </Field>
      )}
      <div className="enter-line">
        <Checkbox checked={keep} onChange={({ target }) => setKeep(target.checked)}>
          {t('keep')}
        </Checkbox>
        <Button type="link" className="enter-link" onClick={onForgotten}>
          {t('forgotten')}
        </Button>
      </div>
      {refusal}
      <Button type="primary" size="large" htmlType="submit" block loading={busy}>
        {t('login.submit')}
      </Button>
      {part}
    </form>
  );
}

const tokenIn = ({ data }: HttpProblem): string | undefined => (data as { twoStepToken?: string } | null)?.twoStepToken;
