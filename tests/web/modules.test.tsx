import { expect, it } from 'vitest';
import { commands, page } from 'vitest/browser';
import { open } from '../support/component/office.tsx';
import { heard } from '../support/component/requests.ts';

const modules = '/admin/moduleStore/moduleStore';
const words = (text: string) => page.getByText(text, { exact: true });

it.each([
  ['zh-cn', 'hooks', '停用hooks', '启用hooks', '停用“hooks”？', /确\s?定/, '已保存', '下次启动后生效'],
  [
    'en',
    'hooks',
    'Switch off hooks',
    'Switch on hooks',
    'Switch off “hooks”?',
    'OK',
    'Saved',
    'Takes effect at the next start',
  ],
] as const)(
  'switches a plugin off once somebody has agreed, and says when it takes effect (%s)',
  async (language, title, off, on, question, ok, saved, later) => {
    await open(modules, { language });
    await expect.element(words(title)).toBeVisible();
    await page.getByRole('switch', { name: off }).click();
    await expect.element(page.getByRole('dialog', { name: question })).toBeVisible();
    expect(heard('POST')).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: ok }).click();
    await expect.element(page.getByText(saved)).toBeVisible();
    expect(heard('POST')).toMatchObject([{ body: { uid: 'hooks', state: 0 } }]);
    await expect.element(page.getByRole('switch', { name: on })).toHaveAttribute('aria-checked', 'false');
    await expect.element(words(later)).toBeVisible();
  },
);

it('shows what a plugin adds', async () => {
  await open(modules, { language: 'en' });
  await expect.element(words('Account types')).toBeVisible();
});

it('lets those look who may not switch', async () => {
  await commands.addPerson('looks', 'Looks-123', ['moduleStore/moduleStore/index']);
  await open(modules, { language: 'en', username: 'looks', password: 'Looks-123' });
  await expect.element(page.getByRole('switch', { name: 'Switch off hooks' })).toBeDisabled();
});
