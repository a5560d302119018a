import { Button } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Start } from '../../shared/wire.ts';
import { ChatSender } from '../sender/ChatSender.tsx';
import { placeOf } from '../state/sending.ts';
import { useChat } from '../state/store.ts';
import { reloadThread } from '../state/threads.ts';
import { later } from '../lazy.tsx';
import { LinkTo } from '../parts/LinkTo.tsx';
import { signInAddress } from '../side/Account.tsx';
import { Notice, Shape } from '../parts/Notice.tsx';
import { Empty } from './Empty.tsx';
import './thread.css';

const Thread = later(
  () => import('./Thread.tsx'),
  () => <Waiting />,
);

interface Props {
  /** Undefined for one that has not begun. */
  readonly id: string | undefined;
  readonly start: Start;
}

/** One conversation, or the place where one begins, and below it what is typed. */
export function Conversation({ id, start }: Props) {
  const thread = useChat(({ threads }) => (id === undefined ? undefined : threads[id]));
  const problem = useChat(({ problems }) => (id === undefined ? undefined : problems[id]));
  const outgoing = useChat((state) => state.outgoing[placeOf(id)]);
  useEffect(() => {
    if (id !== undefined) void reloadThread(id);
  }, [id]);
  if (problem && !thread) return <Problem id={id!} mayBeElsewhere={start.signIn} {...problem} />;
  if (id !== undefined && !thread) return <Waiting />;
  const isEmpty = !thread && (!outgoing || outgoing.refused !== undefined);
  return (
    <>
      {isEmpty ? <Empty start={start} /> : <Thread id={id} thread={thread} outgoing={outgoing} start={start} />}
      <ChatSender id={id} start={start} />
    </>
  );
}

const Waiting = () => (
  <div className="chat-scroll">
    <Shape />
  </div>
);

interface ProblemProps {
  readonly id: string;
  readonly missing: boolean;
  readonly message: string;
  /** Signed in, they may see it. */
  readonly mayBeElsewhere: boolean;
}
function Problem({ id, missing, message, mayBeElsewhere }: ProblemProps) {
  const { t } = useTranslation('chat');
  const navigate = useNavigate();
  return missing ? (
    <Notice title={t('missing.title')} text={t(mayBeElsewhere ? 'missing.signIn' : 'missing.text')}>
      <div className="chat-buttons">
        {mayBeElsewhere && (
          <LinkTo type="primary" to={signInAddress()}>
            {t('signIn')}
          </LinkTo>
        )}
        <Button type={mayBeElsewhere ? 'default' : 'primary'} onClick={() => void navigate('/')}>
          {t('new')}
        </Button>
      </div>
    </Notice>
  ) : (
    <Notice title={t('failed')} text={message}>
      <Button type="primary" onClick={() => void reloadThread(id)}>
        {t('retry')}
      </Button>
    </Notice>
  );
}
