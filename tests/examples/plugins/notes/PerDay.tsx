import { useTranslation } from 'react-i18next';
import { Chart, type WidgetProps } from '#web';

type Day = { readonly day: string; readonly added: number; readonly done: number };

/** Bars of what was added each day, under a line of what is done of it. The widget has the title. */
export default function PerDay({ data }: WidgetProps<readonly Day[]>) {
  const { t } = useTranslation('notes');
  return (
    <Chart
      title={t('perDay')}
      showTitle={false}
      type="bar"
      nameLabel={t('day')}
      series={[
        { key: 'added', label: t('added') },
        { key: 'done', label: t('done'), type: 'line' },
      ]}
      points={data.map(({ day, added, done }) => ({ name: day, values: { added, done } }))}
    />
  );
}
