import { describe, expect, it, vi } from 'vitest';
import { extraTextsOf } from '../../src/web/settings/extraTexts.ts';
import { registerPublicPage } from '../../src/web/plugins/ownedPages.tsx';
import { claimedPages, isClaimed } from '../../src/web/plugins/pluginPages.tsx';
import { publicTargetOf } from '../../src/web/plugins/publicTarget.ts';

// The bar at the top needs a document.
vi.mock('nprogress', () => ({
  default: { configure: () => {}, start: () => {}, isStarted: () => false, done: () => {}, isRendered: () => false },
}));

const load = () => Promise.resolve({ default: () => null });

describe('registerPublicPage', () => {
  it('claims an address, once', () => {
    expect(isClaimed('/')).toBe(false);
    registerPublicPage('/', load);
    registerPublicPage('/chat/:id?', load, ['chat']);
    expect(isClaimed('/')).toBe(true);
    expect(claimedPages().map(({ path }) => path)).toEqual(['/', '/chat/:id?']);
    expect(() => registerPublicPage('/', load)).toThrow('Two plugins want to show a page at /.');
  });

  it.each(['/', '/?model=2', '/chat', '/chat/abc', '/chat/abc?x=1'])('is where signing in may lead: %s', (to) =>
    expect(publicTargetOf(to)).toBe(to),
  );

  it.each([
    '//evil.example',
    '//evil.example/chat/abc',
    'https://evil.example/',
    '/\\evil.example',
    'chat',
    '/chat/abc/more',
    '/chat/x#y',
    '/user/login',
    undefined,
    ['/'],
  ])('is not where signing in may lead: %j', (to) => expect(publicTargetOf(to)).toBeUndefined());

  it.each(['/admin', '/admin/login', '/admin/:any', 'chat'])('cannot have %s', (path) =>
    expect(() => registerPublicPage(path, load)).toThrow(`A public page cannot be at ${path}`),
  );

  it.each(['/administration', '/user/login', '/reviews'])('can have %s', (path) => {
    registerPublicPage(path, load);
    expect(isClaimed(path)).toBe(true);
  });

  it('shows one and the same page at several addresses, or at none of them', () => {
    registerPublicPage(['/desk', '/desk/:id?'], load);
    const [one, other] = claimedPages().filter(({ path }) => path.startsWith('/desk'));
    expect(one!.Page).toBe(other!.Page);
    expect(() => registerPublicPage(['/shelf', '/desk'], load)).toThrow('Two plugins want to show a page at /desk.');
    expect(isClaimed('/shelf')).toBe(false);
  });

  it('loads a page once, and once more after it failed', async () => {
    vi.stubGlobal('localStorage', { getItem: () => null });
    vi.stubGlobal('document', { documentElement: { dataset: {} } });
    vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw));
    const failing = vi.fn<typeof load>().mockRejectedValueOnce(new Error('offline')).mockImplementation(load);
    registerPublicPage('/late', failing);
    const { Page } = claimedPages().find(({ path }) => path === '/late')!;
    await expect(Page.preload()).rejects.toThrow('offline');
    await Promise.all([Page.preload(), Page.preload()]);
    expect(failing).toHaveBeenCalledTimes(2);
  });
});

it('signing in leads to no other site, whatever addresses a plugin has', () => {
  registerPublicPage('/*', load);
  expect(publicTargetOf('/any/page')).toBe('/any/page');
  for (const to of ['//evil.example', '/\\evil.example', 'https://evil.example/'])
    expect(publicTargetOf(to), to).toBeUndefined();
});

it('some pages of the back office have texts of other pages beside their own', () => {
  expect(extraTextsOf('user/rule')).toEqual(['rule']);
  expect(extraTextsOf('moduleStore/moduleStore')).toEqual(['module']);
  expect(extraTextsOf('user/scoreLog')).toEqual(['scoreLog']);
  expect(extraTextsOf('crud/log')).toEqual(['crudLog', 'crudState']);
  for (const path of ['auth/rule', 'constructor', '']) expect(extraTextsOf(path)).toEqual([]);
});
