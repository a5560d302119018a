import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart, http, type ListViewProps } from '#web';
import type { UsageCharts as Charts, UsedBy } from '../../shared/usage.ts';
import { textOf } from '../state/calls.ts';
import './usage.css';

/** The rows of the list by day, model and member. */
export default function UsageCharts({ state, rows }: ListViewProps) {
  const { t } = useTranslation('chatOffice');
  const filter = state.filter.length === 0 ? '' : JSON.stringify({ and: state.filter });
  const { found, failure } = useCharts(filter, rows);
  const figures = {
    tokens: [{ key: 'tokens', label: t('usage.tokens') }],
    use: [
      { key: 'answers', label: t('usage.answers') },
      { key: 'points', label: t('usage.points') },
    ],
  };
  const common = { failure, empty: t('usage.nothing') };
  const pointsOf = (all: readonly UsedBy[] | undefined, nameOf: (of: string | null) => string) =>
    all?.map(({ of, answers, tokens, points }) => ({ name: nameOf(of), values: { answers, tokens, points } }));
  const days = pointsOf(found?.days, String);
  return (
    <div className="chat-usage">
      <Chart
        {...common}
        title={t('usage.perDay')}
        nameLabel={t('usage.day')}
        type="area"
        series={figures.use}
        points={days}
      />
      <Chart
        {...common}
        title={t('usage.tokensPerDay')}
        nameLabel={t('usage.day')}
        type="area"
        series={figures.tokens}
        points={days}
      />
      <Chart
        {...common}
        title={t('usage.perModel')}
        nameLabel={t('usage.model')}
        type="bar"
        series={figures.use}
        points={pointsOf(found?.models, (of) => of ?? '')}
      />
      <Chart
        {...common}
        title={t('usage.perMember')}
        nameLabel={t('usage.member')}
        type="bar"
        series={figures.use}
        points={pointsOf(found?.members, (id) => (id === null ? t('usage.visitors') : t('usage.memberOf', { id })))}
      />
      {found?.isCut && <p>{t('usage.cut')}</p>}
    </div>
  );
}

/** Asked again with another filter, and when the list was loaded anew. */
function useCharts(filter: string, rows: unknown) {
  const [found, setFound] = useState<Charts>();
  const [reason, setReason] = useState<string>();
  const load = useCallback(() => {
    const ended = new AbortController();
    setReason(undefined);
    http
      .get<Charts>('/api/admin/chat.usage/charts', filter === '' ? {} : { filter }, {
        quiet: true,
        signal: ended.signal,
      })
      .then(setFound, (error: unknown) => !ended.signal.aborted && setReason(textOf(error)));
    return () => ended.abort();
  }, [filter]);
  useEffect(load, [load, rows]);
  const failure = reason === undefined ? undefined : { reason, retry: () => void load() };
  return { found, failure };
}
