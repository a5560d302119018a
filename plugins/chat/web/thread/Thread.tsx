import { ArrowDownOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { memo, useEffect, useMemo, useRef, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { Start } from '../../shared/wire.ts';
import { type Outgoing, type Thread as Opened } from '../state/store.ts';
import { pathTo, treeOf, versionsOf } from '../state/tree.ts';
import { AnswerMessage } from './AnswerMessage.tsx';
import { Announcer } from './Announcer.tsx';
import { OutgoingMessage, UserMessage } from './UserMessage.tsx';
import { MoreRows, Near, NearRow } from '../parts/Near.tsx';
import { Scrollable } from '../parts/Scrollable.tsx';
import { useFollowing } from './useFollowing.ts';
import { useWindow } from './useWindow.ts';

interface Props {
  readonly id: string | undefined;
  readonly thread: Opened | undefined;
  readonly outgoing: Outgoing | undefined;
  readonly start: Start;
}

/** Messages at the end that are drawn wherever the reader is: the last one grows. */
const kept = 2;

/** The messages from the first to the last version that was chosen. */
export default function Thread({ id, thread, outgoing, start }: Props) {
  const { t } = useTranslation('chat');
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLOListElement>(null);
  const leaf = thread?.conversation.leaf_id ?? null;
  const tree = useMemo(() => treeOf(thread?.messages ?? []), [thread?.messages]);
  const path = useMemo(() => pathTo(tree, leaf), [tree, leaf]);
  const { shown, hasEarlier, earlier } = useWindow(path, box);
  const { atEnd, toEnd } = useFollowing(box, content);
  const isAnswering = thread?.messages.some(({ status }) => status === 'running') ?? false;
  const isSending = outgoing && !outgoing.refused;
  // Whoever sends wants to see the answer.
  useEffect(() => void (isSending && toEnd()), [isSending, toEnd]);
  return (
    <div className="chat-view">
      <Scrollable className="chat-scroll" ref={box} role="region" aria-label={t('messages')}>
        <ol className="chat-thread" ref={content}>
          <Near box={box}>
            {hasEarlier && (
              <li>
                <MoreRows label={t('earlier')} onMore={earlier} />
              </li>
            )}
            {shown.map((message, place) => (
              <MessageRow
                key={message.id}
                conversation={id!}
                message={message}
                versions={versionsOf(tree, message)}
                isFixed={isAnswering}
                isLast={message === path.at(-1)}
                isKept={place >= shown.length - kept}
                models={start.models}
              />
            ))}
            {isSending && <OutgoingMessage text={outgoing.text} />}
          </Near>
        </ol>
      </Scrollable>
      {!atEnd && (
        <Button
          className="chat-to-end"
          shape="circle"
          icon={<ArrowDownOutlined />}
          aria-label={t('toEnd')}
          title={t('toEnd')}
          onClick={toEnd}
        />
      )}
      <Announcer path={path} />
    </div>
  );
}

interface RowProps extends ComponentProps<typeof AnswerMessage> {
  readonly isFixed: boolean;
  readonly isKept: boolean;
}

/** One of thousands: nothing of it is looked at again while it stays the same. */
const MessageRow = memo(function MessageRow({ isFixed, isKept, ...given }: RowProps) {
  const { conversation, message, versions } = given;
  return (
    <NearRow className="chat-message" data-role={message.role} aria-busy={message.status === 'running'} isKept={isKept}>
      {message.role === 'user' ? (
        <UserMessage conversation={conversation} message={message} versions={versions} isFixed={isFixed} />
      ) : (
        <AnswerMessage {...given} />
      )}
    </NearRow>
  );
});
