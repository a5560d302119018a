import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answer, heard } from '#component';
import { ada, openCentre, refused, said } from './centrePage.ts';

const manifest = {
  name: 'user',
  api: '/api/account/profile',
  label: '',
  title: '',
  actions: [],
  buttons: [],
  traits: {},
  fields: {},
  form: { open: 'drawer', width: 640, sections: [] },
  lines: [],
};

it.each([
  [
    'en',
    'Close account',
    'Close your account?',
    'Your balance of ¥1,234.50 and your 12,345 points are lost.',
    ['Password', 'Authentication code'],
    'Your account is closed. You can no longer sign in to it.',
  ],
  [
    'zh-cn',
    '注销账号',
    '注销账号？',
    '余额 ¥1,234.50 和 12,345 积分将作废',
    ['密码', '动态验证码'],
    '账号已注销，无法再登录。',
  ],
] as const)(
  'says in %s what is lost with the account, asks for the second step, and says that it is closed',
  async (language, close, question, lost, [password, code], done) => {
    const row = { id: ada.id, version: 1 };
    await answer('/api/account/profile', said({ manifest, row, userInfo: ada, accountVerificationType: ['email'] }));
    await answer('/api/account/twoStep', said({ enabled: true, recoveryLeft: 9 }));
    const wrong = 'The code is wrong.';
    await answer('/api/account/close', refused(wrong, { code: wrong }), said(null));
    await answer('/api/user/logout', said(null));
    await answer(
      '/api/user/checkIn',
      said({ accountVerificationType: ['email'], keepsCodes: false, register: 'open', terms: null }),
    );
    await openCentre('profile', { language });
    await page.getByRole('button', { name: close, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: question });
    await expect.element(dialog.getByText(lost)).toBeVisible();
    const submit = dialog.getByRole('button', { name: close, exact: true });
    await dialog.getByLabelText(password, { exact: true }).fill('Correct-Horse 9');
    await dialog.getByLabelText(code, { exact: true }).fill('000000');
    await submit.click();
    await expect.element(dialog.getByText(wrong)).toBeVisible();
    await dialog.getByLabelText(code, { exact: true }).fill('123456');
    await submit.click();
    await expect.element(page.getByText(done)).toBeVisible();
    await expect.poll(() => location.pathname).toBe('/user/login');
    await expect.element(page.getByText(done)).toBeVisible();
    expect(heard('POST', 'account/close').map(({ body }) => body)).toEqual([
      { password: 'Correct-Horse 9', code: '000000' },
      { password: 'Correct-Horse 9', code: '123456' },
    ]);
  },
);
