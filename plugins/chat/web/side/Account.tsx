import { LoginOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DarkSwitch, LanguageSwitch, safeAddress } from '#web';
import type { Start } from '../../shared/wire.ts';
import { useChat } from '../state/store.ts';

/** Whose conversations these are, with the way in or to the member centre. */
export function Account() {
  const start = useChat((state) => state.start);
  return (
    <div className="chat-account">
      {start && (start.who === 'member' ? <Member {...start} /> : start.signIn && <SignIn />)}
      <LanguageSwitch />
      <DarkSwitch />
    </div>
  );
}

function SignIn() {
  const { t } = useTranslation('chat');
  return (
    <Link className="chat-person" to={signInAddress()} aria-label={t('signIn')}>
      <LoginOutlined aria-hidden />
      <span>{t('signInShort')}</span>
    </Link>
  );
}

/** After signing in one is here again. */
export const signInAddress = (): string => `/user/login?to=${encodeURIComponent(location.pathname)}`;

function Member({ name, avatar, points }: Start) {
  const { t } = useTranslation('chat');
  const picture = safeAddress(avatar);
  return (
    <Link className="chat-person" to="/user" aria-label={t('centre', { name })}>
      <span className="chat-avatar" aria-hidden>
        {name.slice(0, 1).toUpperCase()}
        {picture && <img src={picture} alt="" />}
      </span>
      <span>
        <strong>{name}</strong>
        {points !== null && <small>{t('points', { count: points })}</small>}
      </span>
    </Link>
  );
}
