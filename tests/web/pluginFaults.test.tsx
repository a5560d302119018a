import { expect, it, vi } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { reportFault } from '../../src/web/plugins/faults.ts';
import { expectGone } from '../support/component/list.ts';
import { open } from '../support/component/office.tsx';

// Plugins of other tests may have failed on this page as well.
const message = (name: string): Locator =>
  page.css('.ant-message').getByText(new RegExp(`^These plugins failed in your browser: .*\\b${name}$`));
const sign = (names: string): Locator =>
  page.getByRole('banner').getByRole('button', { name: new RegExp(`failed in your browser: .*\\b${names}$`) });

it('tells once of a plugin that has failed, and shows it in the header from then on', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  await open('/admin/auth/group', { language: 'en' });
  reportFault('weaver', 'header', 'loom', new Error('no thread'));
  reportFault('weaver', 'page', '/admin/loom', new Error('no thread'));
  await expect.element(message('weaver')).toBeVisible();
  await open('/admin/auth/group', { language: 'en' });
  await expect.element(sign('weaver')).toBeVisible();
  reportFault('potter', 'header', 'wheel', new Error('no clay'));
  await expect.element(message('potter')).toBeVisible();
  await expectGone(message('weaver'));
  await expect.element(sign('weaver, potter')).toBeVisible();
  expect(logged).toHaveBeenCalledTimes(3);
});
