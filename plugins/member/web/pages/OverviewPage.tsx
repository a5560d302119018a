import { useTranslation } from 'react-i18next';
import { browserName } from '#web';
import { useTimeText } from '../centre/useTimeText.ts';
import { Answer } from './Answer.tsx';
import { CheckIn } from './CheckIn.tsx';
import { Course } from './Course.tsx';
import { useAnswer } from './useAnswer.ts';
import './pages.css';

interface SignIn {
  readonly time: number;
  readonly ip: string;
  readonly useragent: string;
}
/** `GET /api/account/overview`. */
interface Overview {
  readonly signIns?: readonly SignIn[];
}

/** The first page of the centre: check-in, how points and balance have changed, the latest sign-ins. */
export default function OverviewPage() {
  const { t } = useTranslation('centre');
  const overview = useAnswer<Overview>('/api/account/overview');
  return (
    <>
      <CheckIn />
      <Course />
      <section className="centre-card" aria-label={t('overview.signIns')}>
        <h2>{t('overview.signIns')}</h2>
        <Answer query={overview}>{({ signIns = [] }) => <SignIns list={signIns} />}</Answer>
      </section>
    </>
  );
}

function SignIns({ list }: { list: readonly SignIn[] }) {
  const { t } = useTranslation('centre');
  const timeText = useTimeText();
  if (list.length === 0) return <p className="centre-quiet">{t('overview.noSignIns')}</p>;
  return (
    <ul className="centre-list">
      {list.map(({ time, ip, useragent }) => (
        <li key={`${time} ${ip}`}>
          <span className="centre-cut" title={useragent}>
            {browserName(useragent) ?? t('overview.unknownBrowser')}
          </span>
          <span className="centre-quiet">{ip}</span>
          <time className="centre-quiet">{timeText(time)}</time>
        </li>
      ))}
    </ul>
  );
}
