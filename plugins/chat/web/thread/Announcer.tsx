import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Message } from '../../shared/wire.ts';

/** Letters of an answer that are read out when it is there; the rest is where everybody finds it. */
const most = 400;

/** Without the signs of Markdown, which would be read out too. */
const wordsOf = (text: string): string => text.slice(0, most).replaceAll(/[*_`#|~>\\-]{1,}/g, ' ');

/** Says to those who hear the page that an answer is being written, and how it begins once it is there. */
export function Announcer({ path }: { readonly path: readonly Message[] }) {
  const { t } = useTranslation('chat');
  const last = path.at(-1);
  const before = useRef<{ readonly id: number; readonly status: string }>(undefined);
  const [words, setWords] = useState('');
  useEffect(() => {
    if (last?.role !== 'assistant') return;
    const { id, status, text } = last;
    const was = before.current?.id === id ? before.current.status : undefined;
    before.current = { id, status };
    if (status === 'running' && was !== 'running') setWords(t('answering'));
    else if (was === 'running')
      setWords(status === 'done' ? t('announce', { text: wordsOf(text) }) : t(`ended.${status}`));
  }, [last, t]);
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {words}
    </div>
  );
}
