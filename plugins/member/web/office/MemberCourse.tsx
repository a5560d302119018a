import { useTranslation } from 'react-i18next';
import { Chart, type WidgetProps } from '#web';

/** A day, and its figures by their names. */
type Day = { readonly day: string } & Readonly<Record<string, number | string>>;

/** Sign-ups of members, or points that were given and spent, by day. */
export default function MemberCourse({ data }: WidgetProps<readonly Day[]>) {
  const { t } = useTranslation('memberOffice');
  const keys = Object.keys(data[0] ?? {}).filter((key) => key !== 'day');
  return (
    <Chart
      title={t(keys.includes('signUps') ? 'signUps' : 'points')}
      showTitle={false}
      type="bar"
      height={200}
      nameLabel={t('day')}
      series={keys.map((key) => ({ key, label: t(`series.${key}`) }))}
      points={data.map(({ day, ...values }) => ({ name: day, values: values as Readonly<Record<string, number>> }))}
    />
  );
}
