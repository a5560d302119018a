import { App } from 'antd';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { answer, draw, heard } from '#component';
import { http, type SignInFormProps } from '#web';
import EnterForm from '../web/enter/EnterForm.tsx';

const call = '/api/user/checkIn';
const said = (code: number, msg: string, data: object | null = null) => ({ body: { code, msg, time: 0, data } });
const settings = (register: 'open' | 'closed', keepsCodes = false) =>
  said(1, '', { accountVerificationType: ['email'], keepsCodes, register, terms: null });
const welcome = said(1, '', { userInfo: { id: 1, username: 'ada', token: 'x', refreshToken: 'y' } });

/** As the realm sends it, without what it does with the answer. */
const login: SignInFormProps['login'] = async (body) => {
  await http.post(call, body, { quiet: true });
  return {};
};
const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
const field = (name: string): Locator => page.getByLabelText(name, { exact: true });
const sent = (): unknown[] => heard('POST', 'user/checkIn').map(({ body }) => body);

async function show(language: 'en' | 'zh-cn' = 'en', at = '/user/login'): Promise<void> {
  await draw(
    <App>
      <MemoryRouter initialEntries={[at]}>
        <EnterForm login={login} prepare={() => {}} />
      </MemoryRouter>
    </App>,
    { language },
  );
}

it('sends what was typed, once nothing is empty, and whether to keep somebody signed in', async () => {
  await answer(call, settings('open'), welcome);
  await show();
  await expect.element(field('Username, email or mobile')).toHaveFocus();
  await button('Sign in').click();
  await expect.element(field('Username, email or mobile')).toBeInvalid();
  await expect.element(field('Password')).toBeInvalid();
  expect(sent()).toEqual([]);
  await field('Username, email or mobile').fill('ada');
  await field('Password').fill('Correct-Horse 9');
  await expect.element(field('Password')).toBeValid();
  await page.getByRole('checkbox', { name: 'Keep me signed in' }).click();
  await button('Sign in').click();
  await expect
    .poll(sent)
    .toEqual([expect.objectContaining({ tab: 'login', username: 'ada', password: 'Correct-Horse 9', keep: true })]);
});

it('says at its field what the server refuses, and goes there', async () => {
  const msg = 'This account is disabled.';
  await answer(call, settings('open'), said(0, msg, { errors: { username: msg } }));
  await show();
  await field('Username, email or mobile').fill('ada');
  await field('Password').fill('Correct-Horse 9');
  await button('Sign in').click();
  await expect.element(page.getByText(msg)).toBeVisible();
  await expect.element(field('Username, email or mobile')).toHaveFocus();
  await field('Username, email or mobile').fill('bob');
  await expect.element(field('Username, email or mobile')).toBeValid();
});

it('says in the form why an attempt was refused, once, until the next one', async () => {
  await answer(call, settings('open'), said(0, 'Wrong password.'), welcome);
  await show();
  await field('Username, email or mobile').fill('ada');
  await field('Password').fill('Correct-Horse 8');
  await button('Sign in').click();
  await expect.element(page.css('form').getByRole('alert').getByText('Wrong password.')).toBeVisible();
  expect(page.getByText('Wrong password.').elements()).toHaveLength(1);
  await field('Password').fill('Correct-Horse 9');
  await button('Sign in').click();
  await expect.poll(() => page.getByText('Wrong password.').elements(), { timeout: 1500 }).toEqual([]);
});

it('asks for the code of the app once the password was right, and sends both', async () => {
  await answer(call, settings('open'), said(0, 'Enter the code.', { twoStepToken: 'half' }), welcome);
  await show();
  await field('Username, email or mobile').fill('ada');
  await field('Password').fill('Correct-Horse 9');
  await button('Sign in').click();
  await expect.element(page.getByText("Your password is right. One more step: confirm that it's you.")).toBeVisible();
  await expect.element(field('Authentication code')).toHaveFocus();
  await button('Sign in').click();
  await expect.element(field('Authentication code')).toBeInvalid();
  await field('Authentication code').fill('123456');
  await button('Sign in').click();
  await expect.poll(() => sent().at(-1)).toMatchObject({ code: '123456', twoStepToken: 'half', username: 'ada' });
  expect(sent()).toHaveLength(2);
});

it('offers to sign up where that is open, and says so in the language of the page where it is closed', async () => {
  await answer(call, settings('open'));
  await show();
  await page.getByRole('radio', { name: 'Sign up' }).click();
  await expect.element(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  const described = page.getByRole('textbox', { name: 'Username' });
  await expect.element(described).toHaveAccessibleDescription(/^3 to 15 letters, digits and underscores/);
  await show('en', '/user/login?type=register');
  await expect.element(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  await page.getByRole('radio', { name: 'Sign in' }).click();
  await expect.element(page.getByRole('heading', { name: 'Create your account' })).not.toBeInTheDocument();
  await answer(call, settings('closed'));
  await show('zh-cn', '/user/login?tab=register');
  await expect.element(page.getByRole('alert').first()).toBeVisible();
  await expect.element(page.getByRole('heading', { name: '注册会员' })).toBeVisible();
  expect(page.getByLabelText('密码', { exact: true }).elements()).toEqual([]);
});

it.each([
  ['en', 'I have read and agree to the terms of service', 'Please read and agree to the terms first'],
  ['zh-cn', /^我已阅读并同意 ?服务条款$/, '请先阅读并同意服务条款'],
] as const)(
  'marks all that is missing at once, the terms too, and has its fields as far apart (%s)',
  async (...look) => {
    const [language, terms, agree] = look;
    const asked = { version: '1', url: '/terms' };
    const data = { accountVerificationType: ['email'], keepsCodes: false, register: 'open', terms: asked };
    await answer(call, said(1, '', data));
    await show(language, '/user/login?tab=register');
    const box = page.getByRole('checkbox', { name: terms });
    await expect.element(box).toBeVisible();
    const fields = [...document.querySelectorAll('.enter-field')].map((each) => each.getBoundingClientRect());
    const shown = [...document.querySelectorAll('.enter-field')].map((each) => each.lastElementChild!);
    expect(fields.length).toBeGreaterThanOrEqual(4);
    for (const [at, { bottom }] of fields.slice(0, -1).entries())
      expect(Math.round(fields[at + 1]!.top - bottom)).toBe(16);
    // Where nothing is said below an input, nothing is left free for it.
    expect(shown.filter((each) => each.textContent === '' && each.getBoundingClientRect().height > 0)).toEqual([]);
    await page.css('button[type=submit]').click();
    await expect.element(box).toBeInvalid();
    await expect.element(page.getByText(agree)).toBeVisible();
    await box.click();
    await expect.element(box).toBeValid();
    expect(sent()).toEqual([]);
  },
);

it('says by which rules of the server something is wrong, where it is left and before it is sent', async () => {
  await answer(call, settings('open'));
  await show('en', '/user/login?tab=register');
  const errorOf = (name: string) => page.css(`#${name}-error`);
  await field('Username').fill('1bad用户');
  const next = await field('Email').findElement();
  // What is pressed meanwhile stays where it is.
  window.dispatchEvent(new PointerEvent('pointerdown'));
  next.focus();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(errorOf('username').element().textContent).toMatch(/^3 to 15 letters/);
  window.dispatchEvent(new PointerEvent('pointerup'));
  await field('Email').fill('ada@example');
  await expect
    .element(errorOf('username'))
    .toHaveTextContent('An account name has 3 to 15 letters, digits and underscores and starts with a letter');
  await field('Password').fill('abc&12345');
  await expect.element(errorOf('email')).toHaveTextContent('Please enter a valid email address');
  await button('Send code').click();
  await expect.element(field('Email')).toHaveFocus();
  await field('Email').fill('ada@example.com');
  await expect.element(field('Email')).toBeValid();
  await page.css('button[type=submit]').click();
  await expect.element(field('Username')).toHaveFocus();
  await expect.element(field('Username')).toBeInvalid();
  await expect.element(errorOf('password')).toMatchTextContent(/^Password format error/);
  await expect.element(field('Code')).toBeInvalid();
  await field('Username').fill('ada');
  await page.css('button[type=submit]').click();
  await expect.element(field('Username')).toBeValid();
  expect([...sent(), ...heard('POST', 'Ems/send')]).toEqual([]);
});

it('says why nobody can sign in, and shows no form', async () => {
  await answer(call, said(0, 'The member centre is closed.'));
  await show();
  await expect.element(page.getByRole('alert').first()).toMatchTextContent(/The member centre is closed\./);
  expect(page.getByLabelText('Password', { exact: true }).elements()).toEqual([]);
});

const kept = {
  en: {
    tab: 'Sign up',
    email: 'Email',
    send: 'Send code',
    before: 'No emails leave this site yet. After “Send code”, its administrator can give you the code.',
    after: "This site can't send emails yet. Please ask its administrator for the code.",
    again: /^Send again in \d+ s$/,
  },
  'zh-cn': {
    tab: '注册',
    email: '邮箱',
    send: '发送验证码',
    before: '本站暂不发送邮件：点击“发送验证码”后，验证码可向网站管理员索取。',
    after: '本站尚未开通邮件发送，请向网站管理员索取验证码。',
    again: /^\d+ 秒后可重发$/,
  },
} as const;
it.each(['en', 'zh-cn'] as const)('says in %s where nothing leaves who has the code, also before', async (language) => {
  const { tab, email, send, before, after, again } = kept[language];
  await answer(call, settings('open', true));
  await answer('/api/Ems/send', said(1, '', { isKept: true }));
  await show(language);
  await page.getByRole('radio', { name: tab }).click();
  const status = page.getByRole('status');
  await expect.element(status).toHaveTextContent(before);
  await field(email).fill('ada@example.com');
  await button(send).click();
  // There is one, and another may be asked for in a minute.
  await expect.element(status).toHaveTextContent(after);
  await expect.element(page.getByRole('button', { name: again })).toBeDisabled();
});
