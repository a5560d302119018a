import { useTranslation } from 'react-i18next';
import { useMember } from '../centre/member.ts';
import { Entries } from './Entries.tsx';
import { Figure } from './Figure.tsx';
import { Redeem } from './Redeem.tsx';
import './pages.css';

/** The points, and how they came about. */
export default function PointsPage() {
  const { t } = useTranslation('centre');
  const member = useMember();
  return (
    <>
      <Figure label={t('points')} value={member?.score ?? 0} currency="score">
        <Redeem />
      </Figure>
      <Entries currency="score" url="/api/account/integral" />
    </>
  );
}
