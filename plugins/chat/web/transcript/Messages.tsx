import { Typography } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { dateTimeText } from '#resource';
import type { Transcript, TranscriptMessage } from '../../shared/transcript.ts';
import { InertMarkdown } from '../ask/InertMarkdown.tsx';
import '../ask/ask.css';
import './transcript.css';

/** All branches of a conversation, oldest first. The focus goes there from the button that has asked for it. */
export function Messages({ messages, isCut }: Transcript) {
  const { t } = useTranslation('chatOffice');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus({ preventScroll: true }), []);
  return (
    <div ref={place} role="group" aria-label={t('transcript.messages')} tabIndex={-1} className="chat-transcript">
      {messages.length === 0 && <Typography.Text type="secondary">{t('transcript.empty')}</Typography.Text>}
      {isCut && <Typography.Text type="secondary">{t('transcript.cut', { count: messages.length })}</Typography.Text>}
      <ol>
        {messages.map((message, at) => (
          <Message key={message.id} message={message} isNext={at === 0 || message.parent_id === messages[at - 1]!.id} />
        ))}
      </ol>
    </div>
  );
}

interface Props {
  readonly message: TranscriptMessage;
  /** Whether it follows the one above it; else it begins another branch. */
  readonly isNext: boolean;
}

function Message({ message, isNext }: Props) {
  const { t } = useTranslation('chatOffice');
  const { id, parent_id: parent, role, model_name: model, status, text, create_time: time } = message;
  const why = [message.detail, message.provider_words].filter(Boolean).join(': ');
  const about = [
    `#${id}`,
    dateTimeText(time),
    ...(isNext || parent === null ? [] : [t('transcript.follows', { id: parent })]),
    ...(status === 'done' ? [] : [t(`transcript.status.${status}`)]),
  ];
  return (
    <li data-role={role}>
      <p className="chat-transcript-who">
        <strong>{role === 'user' ? t('transcript.asked') : (model ?? t('transcript.answered'))}</strong>
        <Typography.Text type="secondary">{about.join(' · ')}</Typography.Text>
      </p>
      {text !== null && text !== '' && <InertMarkdown text={text} />}
      {why !== '' && <Typography.Text type="danger">{t('transcript.reason', { text: why })}</Typography.Text>}
    </li>
  );
}
