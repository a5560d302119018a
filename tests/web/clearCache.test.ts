import { beforeEach, expect, it, vi } from 'vitest';
import i18next from 'i18next';
import { openTab } from '../support/browserTab.ts';
import layout from '../../locales/zh-cn/layout.json' with { type: 'json' };
import type { CacheKind } from '../../src/web/layout/clearCache.ts';

const tab = openTab();
const stored = (): string[] =>
  Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index)!).toSorted();
const saved = ['adminInfo', 'lang', 'userInfo'];
const caches = ['hiddenColumns:auth/admin', 'siteConfig', 'storeConfig_v2', 'storeTabViewConfig'];
const clear = async (kind: CacheKind): Promise<void> =>
  (await import('../../src/web/layout/clearCache.ts')).clearCache(kind);
const reload = vi.fn();
const clearSession = vi.fn();

beforeEach(() => {
  i18next.addResourceBundle('zh-cn', 'layout', layout);
  vi.stubGlobal('sessionStorage', { clear: clearSession });
  Object.assign(location, { reload });
  reload.mockClear();
  clearSession.mockClear();
  tab.store('adminInfo', { token: 'A' });
  tab.store('userInfo', { token: 'M' });
  for (const key of ['lang', ...caches]) localStorage.setItem(key, '{}');
});

it.each([
  ['system', [{ type: 'tp' }], [...saved, ...caches], '系统缓存已清理'],
  ['browser', [], saved, '浏览器缓存已清理'],
  ['all', [{ type: 'all' }], saved, '全部缓存已清理'],
] as const)(
  '%s: clears just that, keeps accounts and language, says so and starts again',
  async (kind, sent, left, reported) => {
    await clear(kind);
    expect(tab.server.heard.map(({ path, body }) => [path, body])).toEqual(
      sent.map((body) => ['/api/admin/ajax/clearCache', body]),
    );
    expect(stored()).toEqual([...left].toSorted());
    expect(clearSession).toHaveBeenCalledTimes(kind === 'system' ? 0 : 1);
    expect([tab.shown, tab.stored('adminInfo')?.['token'], tab.stored('userInfo')?.['token']]).toEqual([
      [['success', reported]],
      'A',
      'M',
    ]);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce(), { timeout: 60_000 });
  },
);

it('leaves everything as it is when the server refuses', async () => {
  tab.server.answer = () => ({ code: 401, msg: '没有权限' });
  await clear('all');
  expect([stored(), tab.shown]).toEqual([[...saved, ...caches].toSorted(), [['error', '没有权限']]]);
  // Whatever it might have begun would come before this one.
  await clear('browser');
  await vi.waitFor(() => expect(reload).toHaveBeenCalled(), { timeout: 60_000 });
  expect(reload).toHaveBeenCalledOnce();
});
