import { expect, it } from 'vitest';
import { commands, page } from 'vitest/browser';
import { open } from '../support/component/office.tsx';

it.each([
  ['/admin/login?to=%2Fadmin%2Fauth%2Fgroup%3Fname%3Da', '/admin/auth/group?name=a'],
  ['/admin/login?to=https://elsewhere.example', '/admin/dashboard'],
  ['/admin/login?to=%2Fadmin%2Flogin', '/admin/dashboard'],
  ['/admin/login', '/admin/dashboard'],
])('takes who is signed in already from %s to %s', async (address, target) => {
  await open(address, { language: 'en' });
  await expect.poll(() => location.pathname + location.search).toBe(target);
});

it('says in the form why an attempt was refused, once, until the next one', async () => {
  await commands.addPerson('ann', 'Person-1', ['dashboard']);
  await open('/admin/login', { language: 'en', visitor: true });
  const password = page.getByLabelText('Password', { exact: true });
  const submit = page.css('button[type=submit]');
  const refused = page.css('form').getByRole('alert').getByText('The username or password is incorrect');
  await page.getByLabelText('Username', { exact: true }).fill('ann');
  await password.fill('Person-2');
  await submit.click();
  await expect.element(refused).toBeVisible();
  expect(page.getByText('The username or password is incorrect').elements()).toHaveLength(1);
  await password.fill('Person-1');
  await submit.click();
  await expect.poll(() => location.pathname).toBe('/admin/dashboard');
  expect(refused.elements()).toEqual([]);
});
