import { CloseCircleFilled, LockOutlined, UserOutlined } from '@ant-design/icons';
import { Button, Checkbox } from 'antd';
import Input from 'antd/es/input/Input';
import Password from 'antd/es/input/Password';
import {
  useEffect,
  useReducer,
  useRef,
  useState,
  type ChangeEvent,
  type ComponentType,
  type SyntheticEvent,
} from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router';
import { http, HttpProblem } from '../../http/http.ts';
import { adminRealm } from '../../realms/admin.ts';
import { publicTargetOf } from '../../plugins/publicTarget.ts';
import { targetOf, type Realm } from '../../realms/realm.ts';
import { readIdentity } from '../../realms/session.ts';
import { useTitle } from '../../navigation/useTitle.ts';
import { routeAt } from '../../navigation/routes.ts';
import { lazyPage } from '../../loading/lazyPage.tsx';
import { lazyPart } from '../../loading/lazyPart.tsx';
import { notify } from '../../messages/notify.ts';
import { Overlay } from '../../components/Overlay.tsx';
import { readDevices } from '../../providers/devices.ts';
import { useSite } from '../../settings/site.ts';
import { focusOn, LoginField } from './LoginField.tsx';
import { EndingNote } from './EndingNote.tsx';
import { LoginFrame } from './LoginFrame.tsx';
import { useLateLogin } from './useLateLogin.tsx';

// Few people ever see it.
const ClickCaptcha = lazyPart(async () => (await import('../../captcha/ClickCaptcha.tsx')).ClickCaptcha);

const Recover = lazyPage(async () => (await import('./recover/Recover.tsx')).Recover, 'recover');

interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly keep: boolean;
  /** There once it was asked for. */
  readonly code?: string | undefined;
  readonly twoStepToken?: string | undefined;
}
type Name = 'username' | 'password' | 'code';
type Errors = { readonly [name in Name]?: string };
/** What the server says of a proof that is wanted: from the next attempt on, or for this one. */
interface Wanted {
  readonly captcha?: boolean;
  readonly needed?: boolean;
  /** A code of the second step, for an attempt that goes on by the token. */
  readonly twoStep?: boolean;
  readonly twoStepToken?: string;
}

/** The sign-in page of a realm: `/admin/login` for administrators. */
export const loginPageOf = (realm: Realm): ComponentType => {
  const Form = realm.SignInForm ? OwnForm : LoginForm;
  return function LoginPage() {
    const text = useTextOf(realm);
    const { pathname } = useLocation();
    useTitle(routeAt(pathname)?.title === undefined ? text('title') : undefined);
    const [query] = useSearchParams();
    const isLost = realm === adminRealm && query.has('for');
    const to = query.get('to');
    useOtherWindows();
    // Also who has just signed in and is on the way there: this page is drawn once more until the next one is.
    if (!isLost && readIdentity(realm))
      return <Navigate to={targetOf(realm, to) ?? publicTargetOf(to) ?? realm.startPage.routePath} replace />;
    return (
      <LoginFrame slogan={text('slogan')} help={text('sloganHelp')}>
        <EndingNote />
        {isLost ? <Recover /> : <Form realm={realm} />}
      </LoginFrame>
    );
  };
};

/** Draws the page anew when somebody may have signed in in another window: they are in here, too. */
function useOtherWindows(): void {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    addEventListener('storage', draw);
    return () => removeEventListener('storage', draw);
  }, []);
}

/** A realm's own form. */
function OwnForm({ realm }: { realm: Realm }) {
  const { login, prepare, part } = useLateLogin(realm);
  const { SignInForm } = realm;
  return (
    <>
      {SignInForm && <SignInForm login={login} prepare={prepare} />}
      {part}
    </>
  );
}

/** Texts that each realm may say in its own words. */
function useTextOf({ texts = 'login:plain' }: Realm): (key: 'title' | 'lead' | 'slogan' | 'sloganHelp') => string {
  const { t } = useTranslation('login');
  const { siteName: site } = useSite();
  const own = texts.includes(':') ? `${texts}.` : `${texts}:`;
  return (key) => t([`${own}${key}`, `plain.${key}`, key], { site });
}

/** Not antd's form, which weighs more than the rest of the page: two fields and their errors. */
function LoginForm({ realm }: { realm: Realm }) {
  const { t } = useTranslation(['login', 'validate']);
  const text = useTextOf(realm);
  const { login, prepare, part } = useLateLogin(realm);
  const [credentials, setCredentials] = useState<Credentials>({ username: '', password: '', keep: false });
  const [errors, setErrors] = useState<Errors>({});
  /** Why somebody was not let in, until their next attempt. */
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [needsCaptcha, setNeedsCaptcha] = useState(false);
  const [solving, setSolving] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    focusOn(form.current, 'username');
    http.get<{ captcha: boolean }>(realm.signIn, {}, { quiet: true }).then(
      ({ captcha }) => setNeedsCaptcha(captcha),
      () => {},
    );
  }, [realm]);

  const send = async (captcha: object = {}): Promise<void> => {
    setBusy(true);
    try {
      const { failures = 0 } = await login({ ...credentials, ...captcha });
      if (failures > 0) notify.warning(t('failures', { count: failures }));
    } catch (error) {
      if (error instanceof HttpProblem) showProblem(error);
    } finally {
      setBusy(false);
    }
  };
  const showErrors = (found: Errors): void => {
    setErrors(found);
    focusOn(form.current, Object.keys(found)[0]);
  };
  const showProblem = (problem: HttpProblem): void => {
    const { captcha = false, needed = false, twoStep, twoStepToken } = (problem.data ?? {}) as Wanted;
    if (twoStep) setCredentials((before) => ({ ...before, code: before.code ?? '', twoStepToken }));
    // The first time it is a question, and no mistake.
    if (twoStep && !problem.errors) return setErrors({});
    if (captcha) setNeedsCaptcha(true);
    // The dialog says by itself what is wanted.
    if (needed) return setSolving(true);
    const found: Errors = problem.errors ?? {};
    showErrors(found);
    if (Object.keys(found).length > 0) return;
    // What only the logs explain is told with the id to look for.
    if (problem.requestId) notify.error(problem.message, problem.requestId);
    else setRefusal(problem.message);
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    setRefusal(undefined);
    const empty = (['username', 'password', 'code'] as const).filter((name) => credentials[name]?.trim() === '');
    if (empty.length > 0) return showErrors(Object.fromEntries(empty.map((name) => [name, t('validate:required')])));
    setErrors({});
    // A browser that is known may be let in without.
    if (needsCaptcha && readDevices().length === 0 && !credentials.twoStepToken) setSolving(true);
    else void send();
  };
  const change = (changed: Partial<Credentials>): void => {
    prepare();
    setCredentials({ ...credentials, ...changed });
    setErrors({});
  };
  const shared = (name: Name) => ({
    id: name,
    name,
    size: 'large' as const,
    value: credentials[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      change({ ...(name !== 'code' && { code: undefined, twoStepToken: undefined }), [name]: event.target.value }),
    ...(errors[name] ? { status: 'error' as const, 'aria-invalid': true, 'aria-describedby': `${name}-error` } : {}),
  });
  return (
    <form ref={form} className="login-form" noValidate onSubmit={submit}>
      <h1>{t('welcome')}</h1>
      <p>{text('lead')}</p>
      <LoginField name="username" label={t('username')} error={errors.username}>
        <Input {...shared('username')} prefix={<UserOutlined />} autoComplete="username" maxLength={30} />
      </LoginField>
      <LoginField name="password" label={t('password')} error={errors.password}>
        <Password {...shared('password')} prefix={<LockOutlined />} autoComplete="current-password" maxLength={32} />
      </LoginField>
      {credentials.code !== undefined && (
        <LoginField name="code" label={t('code')} error={errors.code} help={t('codeHelp')}>
          <Input {...shared('code')} autoFocus autoComplete="one-time-code" maxLength={24} />
        </LoginField>
      )}
      <div className="login-keep">
        <Checkbox checked={credentials.keep} onChange={(event) => change({ keep: event.target.checked })}>
          {t('keep')}
        </Checkbox>
        {realm === adminRealm && <Link to="?for=forgotten">{t('forgotten')}</Link>}
      </div>
      {refusal && (
        <p className="login-refused" role="alert">
          <CloseCircleFilled aria-hidden />
          {refusal}
        </p>
      )}
      <Button type="primary" size="large" htmlType="submit" block loading={busy}>
        {t('submit')}
      </Button>
      {part}
      {solving && (
        <Overlay onMissing={() => setSolving(false)}>
          <ClickCaptcha
            onCancel={() => setSolving(false)}
            onSolved={(captchaId, captchaInfo) => {
              setSolving(false);
              void send({ captchaId, captchaInfo });
            }}
          />
        </Overlay>
      )}
    </form>
  );
}
