import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Message } from '../../shared/wire.ts';
import { keepDraft, readDraft } from '../state/drafts.ts';
import { send } from '../state/sending.ts';
import { chat } from '../state/store.ts';

interface Props {
  readonly conversation: string;
  readonly message: Message;
  readonly onDone: () => void;
}

export const editDraft = (id: number): string => `edit/${id}`;

/** A question while it is put in other words. What was typed outlives the page. */
export function EditBox({ conversation, message, onDone }: Props) {
  const { t } = useTranslation('chat');
  const place = editDraft(message.id);
  const [text, setText] = useState(() => readDraft(place).text || message.text);
  const [busy, setBusy] = useState(false);
  const type = (value: string): void => {
    setText(value);
    keepDraft(place, { text: value });
  };
  const submit = async (): Promise<void> => {
    if (text.trim() === '' || busy) return;
    setBusy(true);
    const model = chat.getState().threads[conversation]?.conversation.model_id ?? undefined;
    const attachments = message.attachments.map(({ id }) => id);
    const sent = await send({ conversation, parent: message.parent_id, text, model, attachments, draft: place });
    setBusy(false);
    if (sent !== undefined) onDone();
  };
  const cancel = (): void => {
    keepDraft(place, { text: '' });
    onDone();
  };
  return (
    <form
      className="chat-edit"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Input.TextArea
        autoFocus
        autoSize={{ minRows: 2, maxRows: 12 }}
        variant="borderless"
        aria-label={t('edit')}
        value={text}
        onChange={({ target }) => type(target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Escape') cancel();
          if (event.key !== 'Enter' || event.shiftKey) return;
          event.preventDefault();
          void submit();
        }}
      />
      <div className="chat-edit-foot">
        <small className="chat-quiet">{t('editHelp')}</small>
        <Button onClick={cancel}>{t('cancel')}</Button>
        <Button type="primary" htmlType="submit" loading={busy} disabled={text.trim() === ''}>
          {t('send')}
        </Button>
      </div>
    </form>
  );
}
