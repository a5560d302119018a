import { App, Button } from 'antd';
import Password from 'antd/es/input/Password';
import { useTranslation } from 'react-i18next';
import { http, usePersonChange } from '#web';
import { useMember } from '../centre/member.ts';
import { Field } from '../enter/Field.tsx';
import { useFields } from '../enter/useFields.ts';
import '../enter/enter.css';

interface Tokens {
  readonly token: string;
  readonly refreshToken: string;
}
const names = ['oldPassword', 'newPassword', 'confirmPassword'] as const;

/** A new password for who knows the old one; all other sessions end. */
export function NewPassword() {
  const { t } = useTranslation(['centre', 'enter']);
  const { message } = App.useApp();
  const member = useMember();
  const changed = usePersonChange();
  const { form, values, errors, input, change, areFilled, send, busy, part, refusal, setErrors, focus, onSubmit } =
    useFields(names);
  const save = async (): Promise<void> => {
    const { token, refreshToken } = await http.post<Tokens>('/api/account/changePassword', values, { quiet: true });
    await changed({ token, refreshToken });
    for (const name of names) change(name, '');
    void message.success(t('password.done'));
  };
  const submit = (): unknown => {
    if (!areFilled(names)) return;
    if (values.newPassword === values.confirmPassword) return send(undefined, save);
    setErrors({ confirmPassword: t('password.differs') });
    focus('confirmPassword');
  };
  return (
    <section className="centre-card" aria-label={t('password.title')}>
      <h2>{t('password.title')}</h2>
      <form ref={form} className="centre-form" noValidate onSubmit={onSubmit(submit)}>
        {/* Password managers store the new password with the name that they find beside it. */}
        <input
          className="visually-hidden"
          autoComplete="username"
          value={member?.username ?? ''}
          readOnly
          tabIndex={-1}
          aria-hidden
        />
        <Field name="oldPassword" label={t('password.old')} error={errors['oldPassword']}>
          <Password {...input('oldPassword')} autoComplete="current-password" maxLength={32} />
        </Field>
        <Field
          name="newPassword"
          label={t('password.new')}
          error={errors['newPassword']}
          help={t('enter:register.passwordHelp')}
        >
          <Password {...input('newPassword')} autoComplete="new-password" maxLength={32} />
        </Field>
        <Field name="confirmPassword" label={t('password.repeat')} error={errors['confirmPassword']}>
          <Password {...input('confirmPassword')} autoComplete="new-password" maxLength={32} />
        </Field>
        {refusal}
        <Button type="primary" htmlType="submit" loading={busy}>
          {t('password.submit')}
        </Button>
        {part}
      </form>
    </section>
  );
}
