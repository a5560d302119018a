import { Alert, Button } from 'antd';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { HttpProblem, type SignInFormProps } from '#web';
import { Choice } from './Choice.tsx';
import { readEntrySettings, type EntrySettings } from './entry.ts';
import { SignInFields } from './SignInFields.tsx';
import './enter.css';

// Most people come to sign in.
const RegisterFields = lazy(() => import('./RegisterFields.tsx'));
const RetrieveFields = lazy(() => import('./RetrieveFields.tsx'));

type View = 'login' | 'register' | 'retrieve';

/** `/user/login`: members sign in, become members, or get a new password. */
export default function EnterForm(props: SignInFormProps) {
  const { t } = useTranslation('enter');
  const [query, setQuery] = useSearchParams();
  const [settings, setSettings] = useState<EntrySettings>();
  const [closed, setClosed] = useState<string>();
  useEffect(() => {
    readEntrySettings().then(setSettings, (error: unknown) =>
      setClosed(error instanceof HttpProblem ? error.message : t('failed')),
    );
  }, [t]);
  const asked = query.get('tab') ?? query.get('type');
  const view: View = asked === 'register' || asked === 'retrieve' ? asked : 'login';
  const show = (next: View): void =>
    setQuery(
      (before) => {
        before.delete('type');
        if (next === 'login') before.delete('tab');
        else before.set('tab', next);
        return before;
      },
      { replace: true },
    );
  const mayRegister = settings !== undefined && settings.register !== 'closed';
  const isShut = settings !== undefined && !mayRegister && view === 'register';
  return (
    <div className="login-form enter">
      <h1>{t(`heading.${view}`)}</h1>
      {!isShut && <p>{t(`intro.${view}`)}</p>}
      {closed !== undefined && <Alert type="warning" showIcon title={closed} className="enter-note" />}
      {isShut && (
        <>
          <Alert type="info" showIcon title={t('register.closed')} className="enter-note" />
          <Button type="primary" size="large" block onClick={() => show('login')}>
            {t('login.submit')}
          </Button>
        </>
      )}
      {mayRegister && view !== 'retrieve' && (
        <Choice<View>
          large
          label={t('views')}
          value={view}
          options={[
            { value: 'login', label: t('login.tab') },
            { value: 'register', label: t('register.tab') },
          ]}
          onChange={show}
        />
      )}
      <Suspense fallback={<div className="enter-waiting" aria-busy />}>
        {view === 'login' && closed === undefined && <SignInFields {...props} onForgotten={() => show('retrieve')} />}
        {view === 'register' && mayRegister && <RegisterFields {...props} settings={settings} />}
        {view === 'retrieve' && settings && <RetrieveFields settings={settings} onDone={() => show('login')} />}
      </Suspense>
      <p className="enter-other">
        <Link to="/">{t('home')}</Link>
      </p>
    </div>
  );
}
