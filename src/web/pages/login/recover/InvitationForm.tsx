import { Alert, Button } from 'antd';
import Input from 'antd/es/input/Input';
import Password from 'antd/es/input/Password';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { http, HttpProblem } from '../../../http/http.ts';
import { LoginField } from '../LoginField.tsx';
import { useRecover } from './useRecover.tsx';

/** An invited person chooses a username and a password. */
export function InvitationForm({ token }: { token: string }) {
  const { t } = useTranslation('recover');
  const [email, setEmail] = useState<string>();
  const [gone, setGone] = useState<string>();
  const [done, setDone] = useState(false);
  useEffect(() => {
    http.post<{ email: string }>('/admin/Index/invitation', { token }, { quiet: true }).then(
      (found) => setEmail(found.email),
      (error: unknown) => setGone(error instanceof HttpProblem ? error.message : t('failed')),
    );
  }, [token, t]);
  const { form, errors, busy, refusal, input, submit } = useRecover(['username', 'password'], async (values) => {
    await http.post('/admin/Index/acceptInvitation', { token, ...values }, { quiet: true });
    setDone(true);
  });
  if (gone !== undefined) return <Alert type="warning" showIcon title={gone} description={t('goneHelp')} />;
  if (done) return <Alert type="success" showIcon title={t('accepted')} role="status" />;
  if (email === undefined) return <div className="login-waiting" aria-busy />;
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <p className="login-lead">{t('invitationLead', { email })}</p>
      <LoginField name="username" label={t('username')} error={errors.username} help={t('usernameHelp')}>
        <Input {...input('username')} autoFocus autoComplete="username" maxLength={30} />
      </LoginField>
      <LoginField name="password" label={t('password')} error={errors.password} help={t('passwordHelp')}>
        <Password {...input('password')} autoComplete="new-password" maxLength={32} />
      </LoginField>
      {refusal}
      <Button type="primary" size="large" htmlType="submit" block loading={busy}>
        {t('accept')}
      </Button>
    </form>
  );
}
