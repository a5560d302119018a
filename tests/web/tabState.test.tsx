import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { tabStateOf } from '../../src/web/navigation/tabState.ts';
import { open } from '../support/component/office.tsx';

const state = tabStateOf('admin');
const bar = page.getByRole('navigation', { name: 'Open pages' });

it('knows the tab in front by its place and its route, what is open, and what may be', async () => {
  await open('/admin/auth/admin', { language: 'en' });
  await expect.poll(() => state.getState()).toMatchObject({ activeIndex: 0, activeRoute: '/admin/auth/admin' });
  await page.getByRole('link', { name: 'Groups', exact: true }).click();
  await expect
    .poll(() => state.getState())
    .toMatchObject({
      activeIndex: 1,
      activeRoute: '/admin/auth/group',
      tabsView: [{ path: '/admin/auth/admin' }, { path: '/admin/auth/group' }],
      tabFullScreen: false,
    });
  const { tabsViewRoutes, authNode } = state.getState();
  const auth = tabsViewRoutes.find(({ name }) => name === 'auth');
  expect(auth?.children).toContainEqual(
    expect.objectContaining({ type: 'menu', name: 'auth/admin', address: '/admin/auth/admin' }),
  );
  expect(JSON.stringify(tabsViewRoutes)).not.toContain('"button"');
  expect(authNode.get('/admin/auth/admin')).toContain('/admin/auth/admin/edit');
  await bar.getByRole('button', { name: 'Close Administrators' }).click();
  await expect
    .poll(() => state.getState())
    .toMatchObject({ activeIndex: 0, activeRoute: '/admin/auth/group', tabsView: [{ path: '/admin/auth/group' }] });
  await bar.getByRole('button', { name: 'Close Groups' }).click();
  // Without a tab, the first page of the menu is opened.
  await expect.poll(() => state.getState()).toMatchObject({ activeIndex: 0, tabsView: [{}] });
  expect(state.getState().activeRoute).toBe(location.pathname);
});
