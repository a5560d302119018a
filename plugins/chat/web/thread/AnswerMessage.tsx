import Bubble from '@ant-design/x/es/bubble';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Message, ChatModelInfo } from '../../shared/wire.ts';
import { Markdown } from '../markdown/lazyMarkdown.tsx';
import { useIsBroken, useLiveText } from '../state/live.ts';
import { AnswerActions } from './AnswerActions.tsx';
import { AnswerEnd } from './AnswerEnd.tsx';

interface Props {
  readonly conversation: string;
  readonly message: Message;
  readonly versions: readonly Message[];
  readonly isLast: boolean;
  readonly models: readonly ChatModelInfo[];
}

/** What a model has written, or writes at the moment. */
export const AnswerMessage = memo(function AnswerMessage(props: Props) {
  const { t } = useTranslation('chat');
  const { conversation, message, isLast, models } = props;
  const live = useLiveText(message.id);
  const isBroken = useIsBroken(message.id);
  const isRunning = message.status === 'running';
  const text = live ?? message.text;
  return (
    <>
      <span className="visually-hidden">{message.model_name || t('assistant')}</span>
      <Bubble
        variant="borderless"
        content={
          <>
            {message.summarised > 0 && (
              <p className="chat-quiet chat-left-out">{t('summarised', { count: message.summarised })}</p>
            )}
            {message.left_out > 0 && (
              <p className="chat-quiet chat-left-out">{t('leftOut', { count: message.left_out })}</p>
            )}
            {text !== '' && <Markdown text={text} isGrowing={isRunning} />}
            {isRunning && !isBroken && <Dots isFirst={text === ''} />}
            {isRunning && isBroken && (
              <p className="chat-quiet" role="status">
                {t('reconnecting')}
              </p>
            )}
            <AnswerEnd {...{ conversation, message, isLast, models }} />
          </>
        }
        footer={isRunning ? null : <AnswerActions {...props} text={text} />}
      />
    </>
  );
});

function Dots({ isFirst }: { readonly isFirst: boolean }) {
  const { t } = useTranslation('chat');
  return (
    <span className="chat-dots" data-first={isFirst} role="img" aria-label={t('answering')}>
      <i />
      <i />
      <i />
    </span>
  );
}
