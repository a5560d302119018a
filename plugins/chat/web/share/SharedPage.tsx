import Bubble from '@ant-design/x/es/bubble';
import { Button } from 'antd';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { HttpProblem, PublicHeader, useTitle } from '#web';
import type { SharedConversation } from '../../shared/wire.ts';
import { Markdown } from '../markdown/lazyMarkdown.tsx';
import { Notice, Shape } from '../parts/Notice.tsx';
import { LinkTo } from '../parts/LinkTo.tsx';
import { calls, textOf } from '../state/calls.ts';
import { Asked } from '../thread/UserMessage.tsx';
import { usePhone } from '../usePhone.ts';
import '../frame.css';
import '../parts/parts.css';
import '../thread/thread.css';
import './share.css';

/** `/chat/share/{code}`: a conversation as somebody has shared it, to be read. */
export default function SharedPage() {
  const { t } = useTranslation('chat');
  const isPhone = usePhone();
  const { code = '' } = useParams();
  const { found, problem, load } = useShared(code);
  useTitle(found?.title || t('title'));
  return (
    <div className="site chat-shared">
      <PublicHeader>
        <LinkTo type="primary" to="/">
          {t(isPhone ? 'new' : 'startOwn')}
        </LinkTo>
      </PublicHeader>
      <main>{problem ? <Problem {...problem} onRetry={load} /> : found ? <Shown {...found} /> : <Shape />}</main>
    </div>
  );
}

interface SharedProblem {
  readonly isGone: boolean;
  readonly message: string;
}

function useShared(code: string) {
  const [found, setFound] = useState<SharedConversation>();
  const [problem, setProblem] = useState<SharedProblem>();
  const load = useCallback(() => {
    setProblem(undefined);
    calls
      .shared(code)
      .then(setFound, (error: unknown) =>
        setProblem({ isGone: error instanceof HttpProblem && error.statusCode === 404, message: textOf(error) }),
      );
  }, [code]);
  useEffect(load, [load]);
  return { found, problem, load };
}

function Problem({ isGone, message, onRetry }: SharedProblem & { readonly onRetry: () => void }) {
  const { t } = useTranslation('chat');
  return (
    <Notice title={t(isGone ? 'share.gone' : 'failed')} text={isGone ? t('share.goneText') : message}>
      {!isGone && <Button onClick={onRetry}>{t('retry')}</Button>}
    </Notice>
  );
}

function Shown({ title, messages, isCut }: SharedConversation) {
  const { t } = useTranslation('chat');
  return (
    <article className="chat-thread">
      <h1>{title}</h1>
      <p className="chat-quiet">{t('share.note')}</p>
      {isCut && <p className="chat-quiet">{t('share.cut')}</p>}
      <ol>
        {messages.map(({ role, text, create_time: time }, place) => (
          <li key={`${time}-${place}`} className="chat-message" data-role={role}>
            <span className="visually-hidden">{t(role === 'user' ? 'asked' : 'assistant')}</span>
            {role === 'user' ? (
              <Bubble placement="end" content={<Asked text={text} attachments={[]} />} />
            ) : (
              <Bubble variant="borderless" content={<Markdown text={text} />} />
            )}
          </li>
        ))}
      </ol>
    </article>
  );
}
