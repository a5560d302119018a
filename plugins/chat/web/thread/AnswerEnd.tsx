import { PlayCircleOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ChatModelInfo, Message } from '../../shared/wire.ts';
import { AgainButton } from './AgainButton.tsx';
import { useAgain } from './useAgain.tsx';

interface Props {
  readonly conversation: string;
  readonly message: Message;
  readonly isLast: boolean;
  readonly models: readonly ChatModelInfo[];
}

/** Whether the notice of how it ended has the button for another one: there is no second below it. */
export const isRetried = ({ status, text }: Message, isLast: boolean): boolean =>
  isLast && text === '' && (status === 'failed' || status === 'interrupted');

/** How an answer has ended that is not whole, and how to go on. */
export function AnswerEnd({ conversation, message, isLast, models }: Props) {
  const { t } = useTranslation('chat');
  const { busy, run, problem } = useAgain(conversation, message);
  const { status, error, text } = message;
  if (status === 'done' || status === 'running') return problem;
  const goOn = text !== '' && (
    <Button size="small" icon={<PlayCircleOutlined aria-hidden />} loading={busy} onClick={() => run('continue')}>
      {t('continue')}
    </Button>
  );
  const retry = (
    <AgainButton models={models} loading={busy} onAgain={(model) => run('regenerate', model)}>
      {t('retry')}
    </AgainButton>
  );
  return (
    <>
      {status === 'stopped' ? (
        <p className="chat-ended">
          <span className="chat-quiet">{t('ended.stopped')}</span>
          {isLast && goOn}
        </p>
      ) : (
        <Alert
          className="chat-failure"
          type={status === 'failed' ? 'error' : 'warning'}
          showIcon
          title={error || t(`ended.${status}`)}
          action={isLast && (isRetried(message, isLast) ? retry : goOn)}
        />
      )}
      {problem}
    </>
  );
}
