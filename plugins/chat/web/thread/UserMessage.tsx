import { EditOutlined, LoadingOutlined, PaperClipOutlined } from '@ant-design/icons';
import Bubble from '@ant-design/x/es/bubble';
import { Button } from 'antd';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { safeAddress } from '#web';
import type { AttachmentInfo, Message } from '../../shared/wire.ts';
import { CopyButton } from '../parts/CopyButton.tsx';
import { readDraft } from '../state/drafts.ts';
import { EditBox, editDraft } from './EditBox.tsx';
import { Versions } from './Versions.tsx';

interface Props {
  readonly conversation: string;
  readonly message: Message;
  readonly versions: readonly Message[];
  /** While an answer is written, nothing else begins. */
  readonly isFixed: boolean;
}

/** What somebody has asked; it can be put in other words, which begins another version from there. */
export const UserMessage = memo(function UserMessage({ conversation, message, versions, isFixed }: Props) {
  const { t } = useTranslation('chat');
  const [editing, setEditing] = useState(() => readDraft(editDraft(message.id)).text !== '');
  if (editing) return <EditBox conversation={conversation} message={message} onDone={() => setEditing(false)} />;
  return (
    <>
      <span className="visually-hidden">{t('you')}</span>
      <Bubble
        placement="end"
        content={<Asked text={message.text} attachments={message.attachments} />}
        footer={
          <div className="chat-actions">
            <CopyButton text={message.text} label={t('copy')} />
            <Button
              type="text"
              size="small"
              icon={<EditOutlined />}
              aria-label={t('edit')}
              title={t('edit')}
              disabled={isFixed}
              onClick={() => setEditing(true)}
            />
            <Versions conversation={conversation} message={message} versions={versions} />
          </div>
        }
      />
    </>
  );
});

/** What is on its way to the server. */
export function OutgoingMessage({ text }: { readonly text: string }) {
  const { t } = useTranslation('chat');
  return (
    <li className="chat-message" data-role="user" aria-busy>
      <Bubble
        placement="end"
        content={<Asked text={text} attachments={[]} />}
        footer={
          <span className="chat-quiet">
            <LoadingOutlined /> {t('sending')}
          </span>
        }
      />
    </li>
  );
}

export function Asked({ text, attachments }: Pick<Message, 'text' | 'attachments'>) {
  return (
    <>
      {attachments.length > 0 && (
        <ul className="chat-files">
          {attachments.map((file) => (
            <li key={file.id}>
              <File {...file} />
            </li>
          ))}
        </ul>
      )}
      <p className="chat-asked">{text}</p>
    </>
  );
}

function File({ name, url, type }: AttachmentInfo) {
  const address = safeAddress(url);
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {type.startsWith('image/') && address ? <img src={address} alt={name} loading="lazy" /> : <PaperClipOutlined />}
      {!type.startsWith('image/') && <span>{name}</span>}
    </a>
  );
}
