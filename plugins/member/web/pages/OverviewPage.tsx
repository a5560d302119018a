import { useTranslation } from 'react-i18next';
import { dateTimeText } from '#resource';
import { Answer } from './Answer.tsx';
import { CheckIn } from './CheckIn.tsx';
import { useAnswer } from './useAnswer.ts';
import { Week } from './Week.tsx';
import './pages.css';

interface SignIn {
  readonly time: number;
  readonly ip: string;
  readonly useragent: string;
}
/** `GET /api/account/overview`: sums of seven days, the oldest first, and what was done last. */
interface Overview {
  readonly days: readonly string[];
  readonly score: readonly number[];
  readonly money: readonly string[];
  readonly signIns?: readonly SignIn[];
}

/** The first page of the centre: check-in, how balance and points have changed in a week, the latest sign-ins. */
export default function OverviewPage() {
  const { t } = useTranslation('centre');
  const overview = useAnswer<Overview>('/api/account/overview');
  return (
    <>
      <CheckIn />
      <div className="centre-columns">
        <section className="centre-card" aria-label={t('overview.points')}>
          <h2>{t('overview.points')}</h2>
          <Answer query={overview}>{({ days, score }) => <Week days={days} values={score} currency="score" />}</Answer>
        </section>
        <section className="centre-card" aria-label={t('overview.money')}>
          <h2>{t('overview.money')}</h2>
          <Answer query={overview}>{({ days, money }) => <Week days={days} values={money} currency="money" />}</Answer>
        </section>
      </div>
      <section className="centre-card" aria-label={t('overview.signIns')}>
        <h2>{t('overview.signIns')}</h2>
        <Answer query={overview}>{({ signIns = [] }) => <SignIns list={signIns} />}</Answer>
      </section>
    </>
  );
}

function SignIns({ list }: { list: readonly SignIn[] }) {
  const { t } = useTranslation('centre');
  if (list.length === 0) return <p className="centre-quiet">{t('overview.noSignIns')}</p>;
  return (
    <ul className="centre-list">
      {list.map(({ time, ip, useragent }) => (
        <li key={`${time} ${ip}`}>
          <span className="centre-cut" title={useragent}>
            {useragent || t('overview.unknownBrowser')}
          </span>
          <span className="centre-quiet">{ip}</span>
          <time className="centre-quiet">{dateTimeText(time)}</time>
        </li>
      ))}
    </ul>
  );
}
