import { Alert, Button, Input, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../parts/CopyButton.tsx';
import { calls, textOf } from '../state/calls.ts';
import { changeConversation, useChat } from '../state/store.ts';
import './share.css';

interface Props {
  readonly id: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** A link by which whoever has it can read the conversation, and how to take it back. */
export default function ShareDialog({ id, open, onClose }: Props) {
  const { t } = useTranslation('chat');
  const code = useChat(({ threads }) => threads[id]?.conversation.shared ?? null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const share = async (isShared: boolean): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      changeConversation(id, { shared: (await calls.share(id, isShared)).code });
    } catch (problem) {
      setError(textOf(problem));
    } finally {
      setBusy(false);
    }
  };
  const link = `${location.origin}/chat/share/${code}`;
  return (
    <Modal open={open} title={t('share.title')} footer={null} onCancel={onClose} width={480}>
      <div className="chat-share">
        <p>{t(code === null ? 'share.lead' : 'share.on')}</p>
        {error && <Alert type="error" showIcon role="alert" title={error} />}
        {code === null ? (
          <Button type="primary" loading={busy} onClick={() => void share(true)}>
            {t('share.make')}
          </Button>
        ) : (
          <>
            <div className="chat-buttons">
              <Input readOnly value={link} aria-label={t('share.link')} onFocus={({ target }) => target.select()} />
              <CopyButton text={link} label={t('share.copy')} />
            </div>
            <Button danger loading={busy} onClick={() => void share(false)}>
              {t('share.revoke')}
            </Button>
          </>
        )}
      </div>
    </Modal>
  );
}
