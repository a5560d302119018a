import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Chart, type WidgetProps } from '#web';

/** A day, and its figures by their names. */
type Day = { readonly day: string } & Readonly<Record<string, number | string>>;

/** Where what is counted begins. */
const lists = { signUps: '/admin/user/user', points: '/admin/user/scoreLog' } as const;

/** Sign-ups of members, or points that were given and spent, by day. */
export default function MemberCourse({ data }: WidgetProps<readonly Day[]>) {
  const { t } = useTranslation('memberOffice');
  const keys = Object.keys(data[0] ?? {}).filter((key) => key !== 'day');
  const name = keys.includes('signUps') ? 'signUps' : 'points';
  return (
    <Chart
      title={t(name)}
      showTitle={false}
      type="bar"
      height={200}
      nameLabel={t('day')}
      series={keys.map((key) => ({ key, label: t(`series.${key}`) }))}
      points={data.map(({ day, ...values }) => ({ name: day, values: values as Readonly<Record<string, number>> }))}
      empty={
        <>
          {t(`none.${name}`)} <Link to={lists[name]}>{t(`to.${name}`)}</Link>
        </>
      }
    />
  );
}
