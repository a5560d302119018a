import { LockOutlined, UserOutlined } from '@ant-design/icons';
import { App, Button, Checkbox, Form, Input, type InputRef } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { http, HttpProblem } from '../../http/http.ts';
import { readAdmin, writeAdmin, type Identity } from '../../http/session.ts';
import { Brand } from '../../layout/Brand.tsx';
import { DarkSwitch, LanguageSwitch } from '../../layout/Tools.tsx';
import { useTitle } from '../../useTitle.ts';
import { ClickCaptcha } from './ClickCaptcha.tsx';

interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly keep: boolean;
}
interface SignedIn {
  readonly userInfo: Identity;
  /** Failed attempts since the last time. */
  readonly failures: number;
}

/** `/admin/login` */
export function LoginPage() {
  const { t } = useTranslation('login');
  useTitle(t('title'));
  if (readAdmin()) return <Navigate to="/admin" replace />;
  return (
    <div className="login">
      <aside className="login-side">
        <Brand />
        <div>
          <h2>{t('slogan')}</h2>
          <p>{t('sloganHelp')}</p>
        </div>
        <span />
      </aside>
      <main className="login-main">
        <div className="login-tools">
          <LanguageSwitch />
          <DarkSwitch />
        </div>
        <LoginForm />
      </main>
    </div>
  );
}

function LoginForm() {
  const { t } = useTranslation(['login', 'validate']);
  const { notification } = App.useApp();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [form] = Form.useForm<Credentials>();
  const [busy, setBusy] = useState(false);
  const [needsCaptcha, setNeedsCaptcha] = useState(false);
  const [solving, setSolving] = useState<Credentials>();
  const first = useRef<InputRef>(null);
  useEffect(() => {
    first.current?.focus();
    http.get<{ captcha: boolean }>('/admin/Index/login', {}, { quiet: true }).then(({ captcha }) => setNeedsCaptcha(captcha), () => {});
  }, []);

  const send = async (credentials: Credentials, captcha: object = {}): Promise<void> => {
    setBusy(true);
    try {
      const { userInfo, failures } = await http.post<SignedIn>('/admin/Index/login', { ...credentials, ...captcha });
      writeAdmin(userInfo);
      if (failures > 0) notification.warning({ message: t('failures', { count: failures }), duration: 10 });
      void navigate(targetOf(search.get('to')), { replace: true });
    } catch (error) {
      if (error instanceof HttpProblem) showProblem(error);
    } finally {
      setBusy(false);
    }
  };
  const showProblem = ({ errors = {}, data }: HttpProblem): void => {
    if ((data as { captcha?: boolean } | null)?.captcha) setNeedsCaptcha(true);
    form.setFields(Object.entries(errors).map(([name, message]) => ({ name: name as keyof Credentials, errors: [String(message)] })));
  };
  const submit = (credentials: Credentials): void => {
    if (needsCaptcha) setSolving(credentials);
    else void send(credentials);
  };
  const required = [{ required: true, message: t('validate:required') }];
  return (
    <Form<Credentials> form={form} className="login-form" layout="vertical" size="large" requiredMark={false} initialValues={{ username: '', password: '', keep: false }} onFinish={submit}>
      <h1>{t('welcome')}</h1>
      <p>{t('lead')}</p>
      <Form.Item name="username" label={t('username')} rules={required}>
        <Input ref={first} prefix={<UserOutlined />} autoComplete="username" maxLength={30} />
      </Form.Item>
      <Form.Item name="password" label={t('password')} rules={required}>
        <Input.Password prefix={<LockOutlined />} autoComplete="current-password" maxLength={32} />
      </Form.Item>
      <Form.Item name="keep" valuePropName="checked">
        <Checkbox>{t('keep')}</Checkbox>
      </Form.Item>
      <Button type="primary" htmlType="submit" block loading={busy}>{t('submit')}</Button>
      {solving && (
        <ClickCaptcha
          onCancel={() => setSolving(undefined)}
          onSolved={(captchaId, captchaInfo) => {
            setSolving(undefined);
            void send(solving, { captchaId, captchaInfo });
          }}
        />
      )}
    </Form>
  );
}

/** Where to go after signing in: only places of the back office are followed. */
export const targetOf = (to: string | null): string => (to !== null && /^\/admin(?:\/[\w./-]*)?(?:\?[^#\\]*)?$/.test(to) && !to.startsWith('/admin/login') ? to : '/admin');
