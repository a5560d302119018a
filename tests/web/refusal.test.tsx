import { expect, it } from 'vitest';
import { commands, page } from 'vitest/browser';
import { http } from '../../src/web/http/http.ts';
import { open, rows } from '../support/component/office.tsx';

it.each([
  ['zh-cn', /权限.*（请求编号 [0-9a-f]{16}）/, '复制编号'],
  ['en', /don't have permission.*request [0-9a-f]{16}/, 'Copy ID'],
] as const)('names a refusal of rights by the number that the security log has (%s)', async (language, words, copy) => {
  await commands.addPerson('reader', 'Reader-1', ['library/book/index']);
  await open('/admin/library/book', { language, username: 'reader', password: 'Reader-1' });
  await expect.element(page.css('.list-page').first()).toBeVisible();
  await http.post('/admin/ajax/clearCache', { type: 'all' }).catch(() => {});
  const message = page.css('.ant-message-error');
  await expect.poll(() => message.query()?.textContent).toMatch(words);
  await expect.element(message.getByRole('button', { name: copy })).toBeVisible();
  const [id] = /[0-9a-f]{16}/.exec(message.element().textContent)!;
  await expect
    .poll(async () => (await rows('security_log').list({ kind: 'forbidden' } as never)).map((each) => each.request_id))
    .toContain(id);
});

it.each([false, true])('is told below the header, whose buttons stay in reach (on a phone: %s)', async (phone) => {
  await open('/admin/library/book', { language: 'en', phone });
  const header = page.css('.admin-header');
  await expect.element(header).toBeVisible();
  await http.post('/admin/ajax/clearCache', { type: 'nothing' }).catch(() => {});
  const edge = (part: Element | null, side: 'top' | 'bottom'): number =>
    part?.getBoundingClientRect()[side] ?? Number.NaN;
  await expect
    .poll(() => edge(page.css('.ant-message-notice').query(), 'top') - edge(header.query(), 'bottom'))
    .toBeGreaterThanOrEqual(0);
});
