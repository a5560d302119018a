import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { changeSettings } from '../../src/web/settings/layoutSettings.ts';
import { expectGone } from '../support/component/list.ts';
import { open } from '../support/component/office.tsx';

const drawer = page.css('.ant-drawer-left .ant-drawer-content-wrapper');
const widthOf = async (): Promise<number> => Math.round((await drawer.findElement()).getBoundingClientRect().width);

it('in a narrow window the menu is as wide as it was set, and leaves something beside it to tap', async () => {
  await open('/admin/post/parcel', { language: 'en', phone: true });
  const { width: window } = document.documentElement.getBoundingClientRect();
  const most = Math.round(window * 0.85);
  for (const [menuWidth, shown] of [
    [190, 190],
    [300, 300],
    [360, most],
  ] as const) {
    changeSettings({ menuWidth });
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await expect.poll(widthOf).toBe(shown);
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
    await expectGone(drawer);
  }
  expect(most).toBeLessThan(360);
});
