import { expect, it } from 'vitest';
import { commands, page } from 'vitest/browser';
import { expectGone } from '../support/component/list.ts';
import { open } from '../support/component/office.tsx';

const steps = page.getByRole('region', { name: 'Get started' });

it('has the words of plugins, and leads to the page that they name', async () => {
  const overview = { remark: '', cards: [], tables: [] };
  const words = { label: 'Connect a model', help: 'Nobody can chat before.', go: 'Open the chat settings' };
  const asked = { name: '0', isDone: false, path: 'routine/config?group=mail', ...words };
  await commands.answer('/api/admin/Dashboard/index*', [
    { body: { code: 1, msg: '', time: 0, data: { ...overview, steps: [asked] } } },
  ]);
  await open('/admin/dashboard', { language: 'en' });
  await expect.element(steps.getByText('0 of 1 done')).toBeVisible();
  await expect.element(steps.getByText(words.help)).toBeVisible();
  await steps.getByRole('button', { name: words.go }).click();
  await expect.poll(() => location.pathname + location.search).toBe('/admin/routine/config?group=mail');
});

it('leads to what a new site needs, and is gone when somebody wants no more of it', async () => {
  await open('/admin/dashboard', { language: 'en' });
  await expect.element(steps.getByText('0 of 3 done')).toBeVisible();
  await steps.getByRole('button', { name: 'Invite' }).click();
  await expect.poll(() => location.pathname).toBe('/admin/auth/admin');
  await expect.element(page.getByRole('dialog').getByRole('textbox', { name: 'Username' })).toBeVisible();
  await open('/admin/dashboard', { language: 'en' });
  await steps.getByRole('button', { name: 'Hide' }).click();
  await expectGone(steps);
  await open('/admin/dashboard', { language: 'en' });
  await expect.element(page.getByText('Active administrators').first()).toBeVisible();
  await expectGone(steps);
});
