import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Captcha, usePersonOf } from '#web';
import { signInAddress } from '../side/Account.tsx';
import { calls } from '../state/calls.ts';
import { loadStart } from '../state/start.ts';
import { LinkTo } from './LinkTo.tsx';
import type { Refusal } from './Refused.tsx';
import SetUp from './SetUp.tsx';

/** Why the server did not answer, with what helps beside it. */
export default function RefusedNotice({
  message,
  need,
  isFinal,
  retry,
  onClose,
}: Refusal & { readonly onClose: () => void }) {
  const { t } = useTranslation('chat');
  if (need === 'captcha')
    return (
      <Captcha
        purpose="chat.send"
        onCancel={onClose}
        onSolved={(captchaId, captchaInfo) => retry({ captchaId, captchaInfo })}
      />
    );
  if (need === 'model') return <SetUp message={message} />;
  return (
    <Alert
      className="chat-refused"
      type={need ? 'info' : 'error'}
      showIcon
      role="alert"
      title={message}
      closable={{ 'aria-label': t('close'), onClose }}
      action={isFinal ? undefined : <Help need={need} retry={retry} />}
    />
  );
}

function Help({ need, retry }: Pick<Refusal, 'need' | 'retry'>) {
  const { t } = useTranslation('chat');
  if (need === 'sign-in')
    return (
      <LinkTo type="primary" to={signInAddress()}>
        {t('signIn')}
      </LinkTo>
    );
  if (need === 'patience') return null;
  if (need === 'points') return <CheckIn retry={retry} />;
  return <Button onClick={() => retry()}>{t('retry')}</Button>;
}

/** Who has checked in here, and on which day: the notice is drawn anew where that was still too little. */
let done: string | undefined;
const todayOf = (member: number | undefined): string => `${member} ${new Date().toDateString()}`;

/** Points for today, and then the message once more; who has them already goes to the member centre. */
function CheckIn({ retry }: Pick<Refusal, 'retry'>) {
  const { t } = useTranslation('chat');
  const member = usePersonOf('member')?.id;
  const [busy, setBusy] = useState(false);
  const [isDone, setDone] = useState(() => done === todayOf(member));
  const checkIn = async (): Promise<void> => {
    setBusy(true);
    try {
      await calls.checkIn();
      done = todayOf(member);
      setDone(true);
      await loadStart();
      retry();
    } catch {
      // Told already: checked in today, most likely.
      setDone(true);
    } finally {
      setBusy(false);
    }
  };
  return (
    <span className="chat-buttons">
      {!isDone && (
        <Button type="primary" loading={busy} onClick={() => void checkIn()}>
          {t('checkIn')}
        </Button>
      )}
      <LinkTo to="/user/account/integral">{t('myPoints')}</LinkTo>
    </span>
  );
}
