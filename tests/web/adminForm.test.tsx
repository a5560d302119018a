import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { open } from '../support/component/office.tsx';

const form = page.css('.row-form');
const labels = (): string[] =>
  form
    .css('.ant-form-item-label')
    .elements()
    .map(({ textContent }) => textContent);

it.each([
  ['en', false, ['Username', 'Password', 'Groups', 'Nickname', 'Position', 'Email', 'Mobile']],
  ['zh-cn', true, ['用户名', '密码', '角色组', '昵称', '职位', '邮箱', '手机']],
] as const)('asks first for what lets an administrator in (%s, phone: %s)', async (language, phone, first) => {
  await open('/admin/auth/admin', { language, phone });
  await page.css('.list-toolbar .ant-btn-primary').click();
  const password = form.css('input[type=password]');
  await expect.element(password).toBeVisible();
  expect(labels().slice(0, first.length)).toEqual(first);
  // Nobody scrolls for what must be filled in.
  expect(password.element().getBoundingClientRect().bottom).toBeLessThan(innerHeight / 2);
});
