import { App, Button, Modal } from 'antd';
import Password from 'antd/es/input/Password';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLogout } from '@refinedev/core';
import { exchange, http } from '#web';
import { Field } from '../enter/Field.tsx';
import { useFields } from '../enter/useFields.ts';

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
  const { form, values, errors, input, areFilled, send, busy, part, onSubmit } = useFields(['password']);
  const close = async (): Promise<void> => {
    await http.post('/api/account/close', { password: values.password }, { quiet: true });
    logout();
  };
  return (
    <Modal open title={t('close.question')} footer={null} onCancel={onCancel} destroyOnHidden>
      <form ref={form} noValidate onSubmit={onSubmit(() => areFilled(['password']) && send(undefined, close))}>
        <p>{t('close.consequence')}</p>
        <Field name="password" label={t('enter:password')} error={errors['password']}>
          <Password {...input('password')} autoComplete="current-password" maxLength={32} />
        </Field>
        <div className="centre-buttons">
          <Button onClick={onCancel}>{t('cancel')}</Button>
          <Button danger type="primary" htmlType="submit" loading={busy}>
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
