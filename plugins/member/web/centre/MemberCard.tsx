import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { memberRealm } from '../../realm.ts';
import { Amount } from './Amount.tsx';
import { useMember } from './member.ts';
import { Picture } from './Picture.tsx';

/** Who is signed in, and what they own; the figures lead to how they came about. */
export function MemberCard() {
  const { t } = useTranslation('centre');
  const member = useMember();
  if (!member) return <section className="centre-card centre-who" aria-busy />;
  const name = member.nickname || member.username;
  return (
    <section className="centre-card centre-who" aria-label={t('account')}>
      <Picture src={member.avatar} name={name} size={64} />
      <div className="centre-name">
        <strong>{name}</strong>
        <span>@{member.username}</span>
      </div>
      <div className="centre-figures">
        <Link to={`${memberRealm.base}/account/balance`}>
          <Amount value={member.money} currency="money" />
          <span>{t('balance')}</span>
        </Link>
        <Link to={`${memberRealm.base}/account/integral`}>
          <Amount value={member.score} currency="score" />
          <span>{t('points')}</span>
        </Link>
      </div>
    </section>
  );
}
