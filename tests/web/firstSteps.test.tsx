import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectGone } from '../support/component/list.ts';
import { open } from '../support/component/office.tsx';

const steps = page.getByRole('region', { name: 'Get started' });

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
