import { useTranslation } from 'react-i18next';
import { Chart } from '#web';

type Day = { readonly day: string; readonly added: number; readonly done: number };

/** Bars of what was added each day, under a line of what was done; nothing yet while `days` are loaded. */
export default function PerDay({ days }: { readonly days: readonly Day[] | undefined }) {
  const { t } = useTranslation('notes');
  return (
    <Chart
      title={t('perDay')}
      type="bar"
      nameLabel={t('day')}
      series={[
        { key: 'added', label: t('added') },
        { key: 'done', label: t('done'), type: 'line' },
      ]}
      points={days?.map(({ day, added, done }) => ({ name: day, values: { added, done } }))}
    />
  );
}
