import { App, Button, Modal } from 'antd';
import Input from 'antd/es/input/Input';
import Password from 'antd/es/input/Password';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLogout } from '@refinedev/core';
import { exchange, http } from '#web';
import { useMember } from '../centre/member.ts';
import { useAmountText } from '../centre/useAmountText.ts';
import { Field } from '../enter/Field.tsx';
import { useFields } from '../enter/useFields.ts';
import { useAnswer } from './useAnswer.ts';

/** What the site holds of somebody as a file, and the end of their account. */
export function CloseAccount() {
  const { t } = useTranslation('centre');
  const { message } = App.useApp();
  const [closing, setClosing] = useState(false);
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const { headers, text } = await exchange({ method: 'GET', url: '/api/account/export' });
      // A refusal may come with HTTP 200, but never as a file.
      if (headers['content-disposition'] === undefined) throw new Error(text);
      saveFile(text, 'my-data.json');
    } catch {
      void message.error(t('close.exportFailed'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="centre-card" aria-label={t('close.title')}>
      <h2>{t('close.title')}</h2>
      <div className="centre-line">
        <p className="centre-quiet">{t('close.exportHelp')}</p>
        <Button loading={busy} onClick={() => void save()}>
          {t('close.export')}
        </Button>
      </div>
      <div className="centre-line">
        <p className="centre-quiet">{t('close.help')}</p>
        <Button danger onClick={() => setClosing(true)}>
          {t('close.close')}
        </Button>
      </div>
      {closing && <CloseDialog onCancel={() => setClosing(false)} />}
    </section>
  );
}

function CloseDialog({ onCancel }: { onCancel(): void }) {
  const { t } = useTranslation(['centre', 'enter']);
  const { mutate: logout } = useLogout();
  const { form, values, errors, input, areFilled, send, busy, part, refusal, onSubmit } = useFields([
    'password',
    'code',
  ]);
  const { message } = App.useApp();
  const amountText = useAmountText();
  const member = useMember();
  const { data: twoStep, isPending } = useAnswer<{ readonly enabled: boolean }>('/api/account/twoStep');
  // The server is the one who knows.
  const wantsCode = twoStep?.enabled === true || errors['code'] !== undefined;
  const wanted = wantsCode ? (['password', 'code'] as const) : (['password'] as const);
  const close = async (): Promise<void> => {
    const shown = Object.fromEntries(wanted.map((name) => [name, values[name]]));
    await http.post('/api/account/close', shown, { quiet: true });
    logout();
    void message.success(t('close.done'), 10);
  };
  return (
    <Modal open title={t('close.question')} footer={null} onCancel={onCancel} destroyOnHidden>
      <form ref={form} noValidate onSubmit={onSubmit(() => areFilled(wanted) && send(undefined, close))}>
        <p>
          {t('close.consequence', {
            money: amountText(member?.money ?? 0, 'money'),
            points: amountText(member?.score ?? 0, 'score'),
          })}
        </p>
        <Field name="password" label={t('enter:password')} error={errors['password']}>
          <Password {...input('password')} autoComplete="current-password" maxLength={32} />
        </Field>
        {wantsCode && (
          <Field name="code" label={t('enter:twoStep')} error={errors['code']} help={t('enter:twoStepHelp')}>
            <Input {...input('code')} autoComplete="one-time-code" maxLength={24} />
          </Field>
        )}
        {refusal}
        <div className="centre-buttons">
          <Button onClick={onCancel}>{t('cancel')}</Button>
          <Button danger type="primary" htmlType="submit" loading={busy} disabled={isPending}>
            {t('close.close')}
          </Button>
        </div>
        {part}
      </form>
    </Modal>
  );
}

function saveFile(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
