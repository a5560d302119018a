import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { memberRealm, realms } from '../../src/web/realms/registry.ts';
import { open } from '../support/component/office.tsx';

// What other files have brought into this page, such as the members' centre, is not there meanwhile.
let brought = realms.get(memberRealm.name)!;
beforeEach(() => {
  brought = realms.get(memberRealm.name)!;
  realms.set(memberRealm.name, memberRealm);
});
afterEach(() => void realms.set(memberRealm.name, brought));

// In Chinese, and loaded as a browser loads them: tests/e2e/addresses.test.ts and trouble.test.ts.
it.each([
  ['/index', '/index', 'Home'],
  ['/admin/login', '/admin/login', 'Administrator sign-in'],
  ['/user/login', '/user/login', 'Member sign-in'],
  ['/404', '/404', 'Page not found'],
  ['/401', '/401', 'No access permission'],
  ['/admin', '/admin/login', 'Administrator sign-in'],
  ['/', '/index', 'Home'],
  ['/chat', '/index', 'Home'],
  ['/chat/7', '/index', 'Home'],
  ['/nowhere', '/404', 'Page not found'],
  ['/chat/7/8', '/404', 'Page not found'],
])('%s leads to %s, which is called %s', async (address, end, title) => {
  await open(address, { language: 'en', visitor: true });
  await expect.element(page.css('h1').first()).toBeVisible();
  await expect.poll(() => location.pathname).toBe(end);
  await expect.poll(() => document.title).toBe(`${title} - Ai Chat`);
  expect(document.body.innerText).not.toMatch(/\b[a-z]+:[a-z]\w+|\b(?:features|preview|title)\.\w+/);
});

it.each([
  ['/404', "This isn't the page you were looking for. It may have been moved or deleted.", 1],
  ['/401', "You don't have permission to open this page, or the file is no longer valid.", 1],
  ['/user', 'Nothing here yet.', 0],
])('%s says what is wrong: %s', async (address, text, timers) => {
  await open(address, { language: 'en', visitor: true });
  await expect.element(page.getByText(text)).toBeVisible();
  await expect.poll(() => page.getByRole('timer').elements().length).toBe(timers);
});
