import { describe, expect, it, vi } from 'vitest';
import { adminRealm } from '../../src/web/realms/admin.ts';
import { openTab } from '../support/browserTab.ts';
import type { Answer, Heard } from '../support/envelopes.ts';

const tab = openTab();
const isRefresh = ({ path }: Heard): boolean => path === '/api/common/refreshToken';
const refreshes = (): Heard[] => tab.server.heard.filter(isRefresh);
const expired = { code: 409, msg: '登录已过期' };

/** Takes `fresh` tokens only; `refreshing` answers those who renew. */
const expiring = (refreshing: (request: Heard) => Answer | Promise<Answer>): void => {
  tab.server.answer = (request) => {
    if (isRefresh(request)) return refreshing(request);
    return request.headers['batoken'] === 'fresh' || request.headers['ba-user-token'] === 'fresh'
      ? { data: request.path }
      : expired;
  };
};
const renewed = { data: { type: 'admin-refresh', token: 'fresh', refreshToken: 'next' } };

describe('an expired token', () => {
  it('is renewed once while the others wait, and all are sent again', async () => {
    tab.store('adminInfo', { token: 'old', refreshToken: 'first' });
    expiring(async () => {
      await vi.waitFor(() => expect(tab.server.heard.filter((request) => !isRefresh(request))).toHaveLength(5), {
        timeout: 60_000,
      });
      return renewed;
    });
    const paths = ['/a', '/b', '/c', '/d', '/e'];
    expect(await Promise.all(paths.map((path) => tab.http.get(path)))).toEqual(paths.map((path) => `/api${path}`));
    expect(refreshes().map(({ method, body }) => [method, body])).toEqual([['POST', { refresh_token: 'first' }]]);
    expect(tab.server.heard).toHaveLength(11);
    expect(tab.stored('adminInfo')).toMatchObject({ token: 'fresh', refreshToken: 'next', username: 'admin' });
    expect(tab.shown).toEqual([]);
  });

  it('is renewed once where a browser has no locks', async () => {
    vi.stubGlobal('navigator', { onLine: true });
    tab.store('adminInfo', { token: 'old', refreshToken: 'first' });
    expiring(() => new Promise((resolve) => setTimeout(() => resolve(renewed), 50)));
    await Promise.all(['/a', '/b', '/c'].map((path) => tab.http.get(path)));
    expect(refreshes()).toHaveLength(1);
  });

  it('of a member is renewed by the members’ own', async () => {
    tab.store('adminInfo', { token: 'A', refreshToken: 'not this' });
    tab.store('userInfo', { token: 'old', refreshToken: 'first' });
    tab.at('/user/account');
    expiring(() => renewed);
    await tab.http.get('/x');
    expect(refreshes().map(({ body }) => body)).toEqual([{ refresh_token: 'first' }]);
    expect([tab.stored('userInfo')?.['token'], tab.stored('adminInfo')?.['token']]).toEqual(['fresh', 'A']);
  });

  it('that another tab has renewed already is not renewed again', async () => {
    tab.store('adminInfo', { token: 'old', refreshToken: 'first' });
    tab.server.answer = ({ headers }) => {
      if (headers['batoken'] === 'fresh') return { data: 'in' };
      tab.store('adminInfo', { token: 'fresh', refreshToken: 'next' });
      return expired;
    };
    expect(await tab.http.get('/x')).toBe('in');
    expect(refreshes()).toEqual([]);
  });

  it.each([
    ['signed in', { token: 'of another', refreshToken: 'of another' }, true],
    ['signed out', undefined, false],
  ] as const)('is not renewed for somebody who %s meanwhile', async (_how, identity, goesOn) => {
    const { Refresher } = await import('../../src/web/http/refresh.ts');
    for (const answer of [{ token: 'fresh', refreshToken: 'next' }, undefined]) {
      tab.store('adminInfo', { token: 'old', refreshToken: 'first' });
      const refresher = new Refresher(async () => {
        tab.store('adminInfo', identity);
        return answer;
      });
      expect(await refresher.renew(adminRealm, 'old')).toBe(goesOn);
      expect(tab.stored('adminInfo')?.['token']).toBe(identity?.token);
    }
  });

  it('is renewed by one tab at a time', async () => {
    const { Refresher } = await import('../../src/web/http/refresh.ts');
    tab.store('adminInfo', { token: 'old', refreshToken: 'first' });
    const asked: string[] = [];
    const ask = async (refreshToken: string) => {
      asked.push(refreshToken);
      await new Promise((resolve) => setTimeout(resolve, 20));
      return { token: `token after ${refreshToken}`, refreshToken: `after ${refreshToken}` };
    };
    const tabs = Array.from({ length: 20 }, () => new Refresher(ask));
    expect(await Promise.all(tabs.map((each) => each.renew(adminRealm, 'old')))).toEqual(tabs.map(() => true));
    expect(asked).toEqual(['first']);
  });
});

describe('a session that cannot be renewed', () => {
  it.each([
    ['the server refuses', 'first', (): Answer => ({ code: 0, msg: '登录凭证无效' })],
    ['it was not to be kept', '', (): Answer => renewed],
  ])('ends when %s', async (_why, refreshToken, refreshing) => {
    tab.store('adminInfo', { token: 'old', refreshToken });
    expiring(refreshing);
    await Promise.allSettled([tab.http.get('/a', {}, { quiet: true }), tab.http.get('/b', {}, { quiet: true })]);
    expect(refreshes()).toHaveLength(refreshToken === '' ? 0 : 1);
    expect([tab.stored('adminInfo'), tab.left, tab.shown]).toEqual([
      null,
      ['/admin/login?to=%2Fadmin%2Fshop%2Forder'],
      [['error', '登录已过期']],
    ]);
  });

  it('ends on the sign-in page without going anywhere', async () => {
    tab.store('adminInfo', { token: 'old', refreshToken: 'first' });
    tab.at('/admin/login');
    expiring(() => ({ code: 0 }));
    await expect(tab.http.get('/x')).rejects.toThrow();
    expect([tab.stored('adminInfo'), tab.left]).toEqual([null, []]);
  });

  it('ends when the renewed token is refused as well, without asking for ever', async () => {
    tab.store('adminInfo', { token: 'old', refreshToken: 'first' });
    tab.server.answer = (request) => (isRefresh(request) ? renewed : expired);
    await expect(tab.http.get('/x')).rejects.toThrow('登录已过期');
    expect([tab.server.heard.length, tab.stored('adminInfo')]).toEqual([3, null]);
  });

  it('goes on when only the way to the server was broken', async () => {
    tab.store('adminInfo', { token: 'old', refreshToken: 'first' });
    expiring(() => ({ status: 502, text: 'Bad Gateway' }));
    await expect(tab.http.get('/x')).rejects.toThrow('网关错误！');
    expect([tab.stored('adminInfo')?.['refreshToken'], tab.left]).toEqual(['first', []]);
    expiring(() => renewed);
    expect(await tab.http.get('/x')).toBe('/api/x');
  });
});
