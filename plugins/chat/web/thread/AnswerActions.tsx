import { DislikeFilled, DislikeOutlined, LikeFilled, LikeOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Message, ChatModelInfo } from '../../shared/wire.ts';
import { CopyButton } from '../parts/CopyButton.tsx';
import { calls } from '../state/calls.ts';
import { putMessages } from '../state/store.ts';
import { AgainButton } from './AgainButton.tsx';
import { isRetried } from './AnswerEnd.tsx';
import { Reason } from './Reason.tsx';
import { useAgain } from './useAgain.tsx';
import { Versions } from './Versions.tsx';

interface Props {
  readonly conversation: string;
  readonly message: Message;
  readonly versions: readonly Message[];
  readonly isLast: boolean;
  readonly models: readonly ChatModelInfo[];
  readonly text: string;
}

/** Below an answer: copy, judge, ask again, other versions, what it has cost. */
export function AnswerActions({ conversation, message, versions, isLast, models, text }: Props) {
  const { t } = useTranslation('chat');
  const [asksReason, setAsksReason] = useState(false);
  const { busy, run, problem } = useAgain(conversation, message);
  const judge = (value: 1 | -1) => (): void => {
    const next = message.feedback === value ? 0 : value;
    putMessages(conversation, { ...message, feedback: next });
    setAsksReason(next === -1);
    calls.feedback(message.id, next).catch(() => putMessages(conversation, message));
  };
  return (
    <div className="chat-below">
      <div className="chat-actions" data-always>
        <Versions conversation={conversation} message={message} versions={versions} />
        {text !== '' && (
          <>
            <CopyButton text={text} label={t('copy')} />
            <Thumb
              label={t('good')}
              isOn={message.feedback === 1}
              icons={[LikeOutlined, LikeFilled]}
              onClick={judge(1)}
            />
            <Thumb
              label={t('bad')}
              isOn={message.feedback === -1}
              icons={[DislikeOutlined, DislikeFilled]}
              onClick={judge(-1)}
            />
          </>
        )}
        {!isRetried(message, isLast) && (
          <AgainButton
            {...{ models }}
            type="text"
            loading={busy}
            aria-label={t('again')}
            title={t('again')}
            onAgain={(model) => run('regenerate', model)}
          />
        )}
        <Cost {...message} />
      </div>
      {asksReason && <Reason message={message} onDone={() => setAsksReason(false)} />}
      {problem}
    </div>
  );
}

interface ThumbProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly icons: readonly [typeof LikeOutlined, typeof LikeFilled];
  readonly onClick: () => void;
}
function Thumb({ label, isOn, icons: [Off, On], onClick }: ThumbProps) {
  return (
    <Button
      type="text"
      size="small"
      icon={isOn ? <On /> : <Off />}
      aria-label={label}
      aria-pressed={isOn}
      title={label}
      onClick={onClick}
    />
  );
}

function Cost({ cost, model_name: model, tokens_in: read, tokens_out: written }: Message) {
  const { t } = useTranslation('chat');
  const parts = [model, cost === null ? '' : t('cost', { count: cost })].filter(Boolean);
  return (
    <span className="chat-cost" title={written ? t('tokens', { in: read, out: written }) : undefined}>
      {parts.join(' · ')}
    </span>
  );
}
