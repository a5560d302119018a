import { LockOutlined, UserOutlined } from '@ant-design/icons';
import { Button, Checkbox } from 'antd';
import Input from 'antd/es/input/Input';
import Password from 'antd/es/input/Password';
import { useEffect, useRef, useState, type ChangeEvent, type PropsWithChildren, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { http, HttpProblem } from '../../http/http.ts';
import { readAdmin, writeAdmin, type Identity } from '../../http/session.ts';
import { lazyPart } from '../../loading/lazyPart.tsx';
import { notify } from '../../messages/notify.ts';
import { Overlay } from '../../components/Overlay.tsx';
import { keepDevice, readDevices } from './devices.ts';
import { LoginFrame } from './LoginFrame.tsx';

// Few people ever see it.
const ClickCaptcha = lazyPart(async () => (await import('./ClickCaptcha.tsx')).ClickCaptcha);

interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly keep: boolean;
}
type Errors = { readonly [name in 'username' | 'password']?: string };
interface SignedIn {
  readonly userInfo: Identity;
  /** Failed attempts since the last time. */
  readonly failures: number;
  /** By which this browser is known at its next sign-in. */
  readonly deviceToken?: string;
}
/** What the server says of a proof that is wanted: from the next attempt on, or for this one. */
interface Wanted {
  readonly captcha?: boolean;
  readonly needed?: boolean;
}

/** `/admin/login` */
export function LoginPage() {
  const { t } = useTranslation('login');
  if (readAdmin()) return <Navigate to="/admin" replace />;
  return (
    <LoginFrame slogan={t('slogan')} help={t('sloganHelp')}>
      <LoginForm />
    </LoginFrame>
  );
}

/** Not antd's form, which weighs more than the rest of the page: two fields and their errors. */
function LoginForm() {
  const { t } = useTranslation(['login', 'validate']);
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [credentials, setCredentials] = useState<Credentials>({ username: '', password: '', keep: false });
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const [needsCaptcha, setNeedsCaptcha] = useState(false);
  const [solving, setSolving] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    focusOn(form.current, 'username');
    http.get<{ captcha: boolean }>('/admin/Index/login', {}, { quiet: true }).then(
      ({ captcha }) => setNeedsCaptcha(captcha),
      () => {},
    );
  }, []);

  const send = async (captcha: object = {}): Promise<void> => {
    setBusy(true);
    try {
      const { userInfo, failures, deviceToken } = await http.post<SignedIn>(
        '/admin/Index/login',
        { ...credentials, ...captcha, deviceTokens: readDevices() },
        { quiet: true },
      );
      if (deviceToken) keepDevice(deviceToken);
      writeAdmin(userInfo);
      if (failures > 0) notify.warning(t('failures', { count: failures }));
      void navigate(targetOf(search.get('to')), { replace: true });
    } catch (error) {
      if (error instanceof HttpProblem) showProblem(error);
      else if (error instanceof DOMException) notify.error(t('notKept'));
    } finally {
      setBusy(false);
    }
  };
  const showErrors = (found: Errors): void => {
    setErrors(found);
    focusOn(form.current, Object.keys(found)[0]);
  };
  const showProblem = (problem: HttpProblem): void => {
    const { captcha = false, needed = false } = (problem.data ?? {}) as Wanted;
    if (captcha) setNeedsCaptcha(true);
    // The dialog says by itself what is wanted.
    if (needed) return setSolving(true);
    notify.error(problem.message, problem.requestId);
    showErrors(problem.errors ?? {});
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const empty = (['username', 'password'] as const).filter((name) => credentials[name].trim() === '');
    if (empty.length > 0) return showErrors(Object.fromEntries(empty.map((name) => [name, t('validate:required')])));
    setErrors({});
    // A browser that is known may be let in without.
    if (needsCaptcha && readDevices().length === 0) setSolving(true);
    else void send();
  };
  const change = (part: Partial<Credentials>): void => {
    setCredentials({ ...credentials, ...part });
    setErrors({});
  };
  const shared = (name: 'username' | 'password') => ({
    id: name,
    name,
    size: 'large' as const,
    value: credentials[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => change({ [name]: event.target.value }),
    ...(errors[name] ? { status: 'error' as const, 'aria-invalid': true, 'aria-describedby': `${name}-error` } : {}),
  });
  return (
    <form ref={form} className="login-form" noValidate onSubmit={submit}>
      <h1>{t('welcome')}</h1>
      <p>{t('lead')}</p>
      <Field name="username" label={t('username')} error={errors.username}>
        <Input {...shared('username')} prefix={<UserOutlined />} autoComplete="username" maxLength={30} />
      </Field>
      <Field name="password" label={t('password')} error={errors.password}>
        <Password {...shared('password')} prefix={<LockOutlined />} autoComplete="current-password" maxLength={32} />
      </Field>
      <Checkbox
        className="login-keep"
        checked={credentials.keep}
        onChange={(event) => change({ keep: event.target.checked })}
      >
        {t('keep')}
      </Checkbox>
      <Button type="primary" size="large" htmlType="submit" block loading={busy}>
        {t('submit')}
      </Button>
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

function Field({
  name,
  label,
  error,
  children,
}: PropsWithChildren<{ name: string; label: string; error: string | undefined }>) {
  return (
    <div className="login-field">
      <label htmlFor={name}>{label}</label>
      {children}
      <div id={`${name}-error`} className="login-error" role="alert">
        {error}
      </div>
    </div>
  );
}

const focusOn = (form: HTMLFormElement | null, name: string | undefined): void =>
  (form?.elements.namedItem(name ?? '') as HTMLElement | null)?.focus();

/** Where to go after signing in: only places of the back office are followed. */
export const targetOf = (to: string | null): string =>
  to !== null && /^\/admin(?:\/[\w./-]*)?(?:\?[^#\\]*)?$/.test(to) && !to.startsWith('/admin/login') ? to : '/admin';
