import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Days for which a key may be good; 0 for ever. */
const spans = [0, 30, 90, 365] as const;

/** Makes a key: what it is for, and until when. */
export function NewKey({ onAdd }: { readonly onAdd: (name: string, days: number | undefined) => Promise<boolean> }) {
  const { t } = useTranslation('chat');
  const [name, setName] = useState('');
  const [days, setDays] = useState<number>(0);
  const [busy, setBusy] = useState(false);
  const add = async (): Promise<void> => {
    if (name.trim() === '' || busy) return;
    setBusy(true);
    if (await onAdd(name.trim(), days === 0 ? undefined : days)) setName('');
    setBusy(false);
  };
  return (
    <form
      className="chat-new-key"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <Input
        value={name}
        maxLength={50}
        placeholder={t('apiKeys.name')}
        aria-label={t('apiKeys.name')}
        onChange={({ target }) => setName(target.value)}
      />
      <Select
        value={days}
        aria-label={t('apiKeys.span')}
        options={spans.map((value) => ({
          value,
          label: value === 0 ? t('apiKeys.forever') : t('apiKeys.days', { count: value }),
        }))}
        onChange={setDays}
      />
      <Button type="primary" htmlType="submit" loading={busy} disabled={name.trim() === ''}>
        {t('apiKeys.add')}
      </Button>
    </form>
  );
}
