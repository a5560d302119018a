import { Alert, Button } from 'antd';
import Input from 'antd/es/input/Input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { http } from '../../../http/http.ts';
import { LoginField } from '../LoginField.tsx';
import { useRecover } from './useRecover.tsx';

/** Asks for a link to set a new password by; the answer is the same whether there is such an account or not. */
export function ForgottenForm() {
  const { t } = useTranslation('recover');
  const [sent, setSent] = useState(false);
  const { form, errors, busy, captcha, refusal, input, submit } = useRecover(
    ['account'],
    async (values, proof) => {
      await http.post('/admin/Index/forgotten', { ...values, ...proof }, { quiet: true });
      setSent(true);
    },
    'admin.forgotten',
  );
  if (sent) return <Alert type="success" showIcon title={t('sent')} description={t('sentHelp')} role="status" />;
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <p className="login-lead">{t('forgottenLead')}</p>
      <LoginField name="account" label={t('account')} error={errors.account}>
        <Input {...input('account')} autoFocus autoComplete="username" maxLength={254} />
      </LoginField>
      {refusal}
      <Button type="primary" size="large" htmlType="submit" block loading={busy}>
        {t('send')}
      </Button>
      {captcha}
    </form>
  );
}
