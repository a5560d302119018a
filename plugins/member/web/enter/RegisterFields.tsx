import { Button, Checkbox } from 'antd';
import Input from 'antd/es/input/Input';
import Password from 'antd/es/input/Password';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignInFormProps } from '#web';
import { Choice } from './Choice.tsx';
import { AddressField } from './AddressField.tsx';
import { sendCode, type EntrySettings, type Way } from './entry.ts';
import { Field } from './Field.tsx';
import { rules } from './rules.ts';
import { useFields } from './useFields.ts';

interface Props extends SignInFormProps {
  readonly settings: EntrySettings;
}

/** A new member, with an address that a code shows to be theirs where the site can send one. */
export default function RegisterFields({ login, prepare, settings }: Props) {
  const { t } = useTranslation('enter');
  const fields = useFields(['username', 'email', 'mobile', 'captcha', 'password', 'invitation'], prepare, rules);
  const { form, values, errors, input, areFilled, send, busy, part, refusal, onSubmit } = fields;
  const { accountVerificationType: ways, terms } = settings;
  const [way, setWay] = useState<Way | undefined>(ways[0]);
  const [agrees, setAgrees] = useState(false);
  const needsInvitation = settings.register === 'invitation';
  const wanted = [
    'username' as const,
    ...(way ? [way, 'captcha' as const] : []),
    'password' as const,
    ...(needsInvitation ? ['invitation' as const] : []),
  ];

  const register = (): Promise<unknown> =>
    login({
      tab: 'register',
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      ...(way && { registerType: way }),
      ...Object.fromEntries(wanted.map((name) => [name, values[name]])),
      ...(terms && { terms: terms.version }),
    });
  const submit = (): unknown => {
    const unread: Readonly<Record<string, string>> = terms && !agrees ? { terms: t('register.agreeFirst') } : {};
    return areFilled(wanted, unread) && send(undefined, register);
  };
  const ask = async () =>
    way && areFilled([way]) ? send('member.code', (proof) => sendCode(way, values[way], 'register', proof)) : undefined;
  return (
    <form ref={form} noValidate onSubmit={onSubmit(submit)}>
      <Field name="username" label={t('username')} error={errors['username']} help={t('register.usernameHelp')}>
        <Input {...input('username')} autoComplete="username" maxLength={15} />
      </Field>
      {ways.length > 1 && (
        <Choice<Way>
          label={t('register.by')}
          value={way!}
          options={ways.map((each) => ({ value: each, label: t(each) }))}
          onChange={setWay}
        />
      )}
      {way && (
        <AddressField
          fields={fields}
          name={way}
          way={way}
          label={t(way)}
          keepsCodes={settings.keepsCodes}
          onSend={ask}
        />
      )}
      <Field name="password" label={t('password')} error={errors['password']} help={t('register.passwordHelp')}>
        <Password {...input('password')} autoComplete="new-password" maxLength={32} />
      </Field>
      {needsInvitation && (
        <Field name="invitation" label={t('register.invitation')} error={errors['invitation']}>
          <Input {...input('invitation')} autoComplete="off" maxLength={40} />
        </Field>
      )}
      {terms && (
        <div className="enter-terms">
          <Checkbox
            name="terms"
            checked={agrees}
            {...(errors['terms'] !== undefined &&
              !agrees && { 'aria-invalid': true, 'aria-describedby': 'terms-error' })}
            onChange={({ target }) => setAgrees(target.checked)}
          >
            {t('register.agree')}{' '}
            <a href={terms.url} target="_blank" rel="noopener noreferrer">
              {t('register.terms')}
            </a>
          </Checkbox>
          <div id="terms-error" className="enter-error" role="alert">
            {agrees ? undefined : errors['terms']}
          </div>
        </div>
      )}
      {refusal}
      <Button type="primary" size="large" htmlType="submit" block loading={busy}>
        {t('register.submit')}
      </Button>
      {part}
    </form>
  );
}
