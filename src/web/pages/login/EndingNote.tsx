import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { forgetEnding, readEnding } from '../../http/leave.ts';

/** Why somebody is here who was signed in until a moment ago, and what has become of what they typed. */
export function EndingNote() {
  const { t } = useTranslation('login');
  const [ending] = useState(readEnding);
  useEffect(() => forgetEnding, []);
  if (!ending?.isElsewhere && !ending?.isTypedKept) return null;
  return (
    <p className="login-ending" role="status">
      {ending.isElsewhere && <span>{t('signedOutElsewhere')}</span>}
      {ending.isTypedKept && <span>{t('typedKept')}</span>}
    </p>
  );
}
