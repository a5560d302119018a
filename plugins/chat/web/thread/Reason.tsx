import { App, Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Message } from '../../shared/wire.ts';
import { calls, textOf } from '../state/calls.ts';

const reasons = ['wrong', 'useless', 'unsafe', 'slow'] as const;

interface Props {
  readonly message: Message;
  readonly onDone: () => void;
}

/** What was wrong with an answer, in a word or in words of one's own. */
export function Reason({ message, onDone }: Props) {
  const { t } = useTranslation('chat');
  const { message: tell } = App.useApp();
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async (reason: string): Promise<void> => {
    setBusy(true);
    try {
      await calls.feedback(message.id, -1, reason);
      void tell.success(t('reason.thanks'));
      onDone();
    } catch (error) {
      void tell.error(textOf(error));
      setBusy(false);
    }
  };
  return (
    <form
      className="chat-reason"
      aria-label={t('reason.title')}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim()) void submit(text.trim());
      }}
    >
      <strong>{t('reason.title')}</strong>
      <div className="chat-buttons">
        {reasons.map((reason) => (
          <Button
            key={reason}
            size="small"
            shape="round"
            disabled={busy}
            onClick={() => void submit(t(`reason.${reason}`))}
          >
            {t(`reason.${reason}`)}
          </Button>
        ))}
      </div>
      <div className="chat-buttons">
        <Input
          autoFocus
          aria-label={t('reason.more')}
          placeholder={t('reason.more')}
          value={text}
          maxLength={500}
          onChange={({ target }) => setText(target.value)}
        />
        <Button htmlType="submit" type="primary" loading={busy} disabled={text.trim() === ''}>
          {t('send')}
        </Button>
        <Button type="text" onClick={onDone}>
          {t('close')}
        </Button>
      </div>
    </form>
  );
}
