import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Start } from '../../shared/wire.ts';
import { signInAddress } from '../side/Account.tsx';

/** Part of the longest message from which on its length is shown. */
const near = 0.8;

/** What a visitor has left for today while something answers, and how long a message is that gets too long. */
export function Left({
  start: { allowance, limits, signIn, ready },
  length,
}: {
  readonly start: Start;
  readonly length: number;
}) {
  const { t, i18n } = useTranslation('chat');
  const grouped = (count: number): string => count.toLocaleString(i18n.language);
  const isLong = length > limits.text * near;
  return (
    <span className="chat-left">
      {isLong && (
        <span role="status" data-over={length > limits.text}>
          {t('length', { length: grouped(length), limit: grouped(limits.text) })}
        </span>
      )}
      {!isLong && ready && allowance && (
        <>
          {t('left', { count: allowance.left })} {signIn && <Link to={signInAddress()}>{t('signInForMore')}</Link>}
        </>
      )}
    </span>
  );
}
