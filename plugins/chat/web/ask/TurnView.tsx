import { UnorderedListOutlined } from '@ant-design/icons';
import { Alert, Spin } from 'antd';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AskPart, Turn } from '../../shared/ask.ts';
import { AskedChart } from './AskedChart.tsx';
import { InertMarkdown } from './InertMarkdown.tsx';
import { ProposalCard } from './ProposalCard.tsx';

/** A question, what was looked at for it, and the answer. */
export function TurnView({ turn, looking }: { readonly turn: Turn; readonly looking: string | undefined }) {
  const { t } = useTranslation('chatAsk');
  const isOpen = turn.status === 'running' || turn.status === 'waiting';
  const answer = useDeferredValue(turn.answer);
  return (
    <li className="ask-turn" aria-busy={isOpen}>
      <p className="ask-question">{turn.question}</p>
      <div className="ask-answer">
        {answer !== '' && <InertMarkdown text={answer} />}
        {turn.parts.map((part, at) => (
          <Part key={at} turn={turn.id} part={part} />
        ))}
        {isOpen && (
          <p className="ask-quiet" role="status">
            <Spin size="small" /> {t(looking === undefined ? 'thinking' : `looking.${known(looking)}`)}
          </p>
        )}
        {turn.status === 'stopped' && <p className="ask-quiet">{t('stopped')}</p>}
        {turn.status === 'failed' && <Alert type="error" showIcon title={turn.error ?? t('failed')} role="alert" />}
      </div>
    </li>
  );
}

const steps = ['describe_table', 'find_rows', 'read_row', 'count_rows', 'propose_change', 'propose_row'];
const known = (tool: string): string => (steps.includes(tool) ? tool : 'find_rows');

function Part({ turn, part }: { readonly turn: number; readonly part: AskPart }) {
  const { t } = useTranslation('chatAsk');
  if (part.type === 'chart') return <AskedChart chart={part} />;
  if (part.type === 'proposal') return <ProposalCard turn={turn} proposal={part} />;
  return (
    <p className="ask-list">
      <Link to={part.address}>
        <UnorderedListOutlined aria-hidden /> {t('openRows', { label: part.label, count: part.total })}
      </Link>
    </p>
  );
}
