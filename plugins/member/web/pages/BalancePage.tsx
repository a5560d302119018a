import { useTranslation } from 'react-i18next';
import { useMember } from '../centre/member.ts';
import { Entries } from './Entries.tsx';
import { Figure } from './Figure.tsx';
import { Redeem } from './Redeem.tsx';
import './pages.css';

/** The balance, and how it came about. */
export default function BalancePage() {
  const { t } = useTranslation('centre');
  const member = useMember();
  return (
    <>
      <Figure label={t('balance')} value={member?.money ?? '0.00'} currency="money">
        <Redeem />
      </Figure>
      <Entries currency="money" url="/api/account/balance" />
    </>
  );
}
