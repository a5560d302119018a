import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '#web';
import { useAmountText } from '../centre/useAmountText.ts';
import { Choice } from '../enter/Choice.tsx';
import { useAnswer } from './useAnswer.ts';
import '../enter/enter.css';

const spans = ['7', '30'] as const;
type Span = (typeof spans)[number];

/** `GET /api/account/overview`: by day, the oldest first; money as decimal text. */
interface Courses {
  readonly days: readonly string[];
  readonly scoreEnds: readonly number[];
  readonly moneyEnds: readonly string[];
}

/** What somebody had at the end of each day: their points and their balance. */
export function Course() {
  const { t } = useTranslation('centre');
  const [span, setSpan] = useState<Span>('7');
  const { data, error, refetch } = useAnswer<Courses>('/api/account/overview', { days: span });
  const text = useAmountText();
  const charts = [
    { key: 'score', title: t('points'), ends: data?.scoreEnds },
    { key: 'money', title: t('balance'), ends: data?.moneyEnds },
  ] as const;
  return (
    <section className="centre-card" aria-label={t('overview.course')}>
      <header className="centre-head">
        <h2>{t('overview.course')}</h2>
        <Choice<Span>
          label={t('overview.span')}
          value={span}
          options={spans.map((value) => ({ value, label: t('overview.days', { count: Number(value) }) }))}
          onChange={setSpan}
        />
      </header>
      <div className="centre-columns">
        {charts.map(({ key, title, ends }) => (
          <Chart
            key={key}
            title={title}
            type="area"
            height={180}
            nameLabel={t('overview.day')}
            series={[{ key, label: title }]}
            points={data?.days.map((name, at) => ({ name, values: { [key]: Number(ends![at]) } }))}
            failure={error ? { reason: error.message, retry: () => void refetch() } : undefined}
            empty={t(`entries.none.${key}`)}
            formatValue={(value) => text(value, key)}
          />
        ))}
      </div>
    </section>
  );
}
