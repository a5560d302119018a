import { Alert, Button } from 'antd';
import Password from 'antd/es/input/Password';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { http } from '../../../http/http.ts';
import { LoginField } from '../LoginField.tsx';
import { useRecover } from './useRecover.tsx';

/** A new password, by the link in a mail. */
export function ResetForm({ token }: { token: string }) {
  const { t } = useTranslation('recover');
  const [done, setDone] = useState(false);
  const { form, errors, busy, refusal, input, submit } = useRecover(['password'], async ({ password }) => {
    await http.post('/admin/Index/resetPassword', { token, password }, { quiet: true });
    setDone(true);
  });
  if (done) return <Alert type="success" showIcon title={t('reset')} role="status" />;
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <p className="login-lead">{t('resetLead')}</p>
      <LoginField name="password" label={t('newPassword')} error={errors.password} help={t('passwordHelp')}>
        <Password {...input('password')} autoFocus autoComplete="new-password" maxLength={32} />
      </LoginField>
      {refusal}
      <Button type="primary" size="large" htmlType="submit" block loading={busy}>
        {t('save')}
      </Button>
    </form>
  );
}
