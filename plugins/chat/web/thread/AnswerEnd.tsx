import { PlayCircleOutlined, ReloadOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Message } from '../../shared/wire.ts';
import { useAgain } from './useAgain.tsx';

interface Props {
  readonly conversation: string;
  readonly message: Message;
  readonly isLast: boolean;
}

/** How an answer has ended that is not whole, and how to go on. */
export function AnswerEnd({ conversation, message, isLast }: Props) {
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
    <Button size="small" icon={<ReloadOutlined aria-hidden />} loading={busy} onClick={() => run('regenerate')}>
      {t('retry')}
    </Button>
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
          action={isLast && (goOn || retry)}
        />
      )}
      {problem}
    </>
  );
}
