import { expect, it } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { row } from '../support/component/list.ts';
import { open, rows } from '../support/component/office.tsx';

it('shows in the menu at once what was changed in the table of its entries', async () => {
  await open('/admin/auth/rule', { language: 'en' });
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect.element(menu.getByText('Dashboard', { exact: true })).toBeVisible();
  await row('Dashboard').css('td').nth(2).dblClick();
  const form = page.getByRole('dialog');
  await form.getByLabelText('Title', { exact: true }).fill('Overview');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(menu.getByText('Overview', { exact: true })).toBeVisible();
  await row('Overview').getByRole('switch').click();
  await expect.element(menu.getByText('Overview', { exact: true })).not.toBeInTheDocument();
});

it('shows in the menu what was changed in another window', async () => {
  const entry = await rows('admin_rule').add({
    type: 'menu',
    title: 'Framed',
    name: 'framed',
    path: 'framed',
    menu_type: 'link',
    url: 'https://example.com/',
  });
  await open('/admin/dashboard', { language: 'en' });
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect.element(menu.getByText('Framed', { exact: true })).toBeVisible();
  await rows('admin_rule').edit(entry.id, { title: 'Renamed' });
  await commands.answer('/api/admin/ajax/changes', [{ events: [{ tables: ['auth/rule'] }] }]);
  await userEvent.keyboard('{Shift}');
  await expect.element(menu.getByText('Renamed', { exact: true })).toBeVisible();
});

it('scrolls to the entry of the page that is shown', async () => {
  for (let at = 0; at < 40; at += 1)
    await rows('admin_rule').add({
      type: 'menu',
      title: `Entry ${at}`,
      name: `entry/${at}`,
      path: `entry/${at}`,
      menu_type: 'link',
      url: 'https://example.com/',
      weigh: 1000 + at,
    });
  await open('/admin/routine/config', { language: 'en' });
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect.element(menu.getByText('Entry 0', { exact: true })).toBeInTheDocument();
  await expect.poll(() => inSight(menu.element(), 'a[href="/admin/routine/config"]')).toBe(true);
  expect(menu.element().scrollTop).toBeGreaterThan(0);
});

function inSight(menu: Element, selector: string): boolean {
  const entry = menu.querySelector(selector)?.getBoundingClientRect();
  const box = menu.getBoundingClientRect();
  return entry !== undefined && entry.height > 0 && entry.top >= box.top && entry.bottom <= box.bottom;
}
