import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openTab } from '../support/browserTab.ts';

const tab = openTab();
const until = (): { promise: Promise<void>; open: () => void } => {
  let open = (): void => {};
  return { promise: new Promise((resolve) => (open = resolve)), open: () => open() };
};

describe('a call', () => {
  it('names language, area and token', async () => {
    tab.store('adminInfo', { token: 'A' });
    tab.store('userInfo', { token: 'M' });
    for (const [path, hash, admin, member] of [
      ['/admin/shop/order', '', 'A', undefined],
      ['/admin', '', 'A', undefined],
      ['/index', '#/admin/shop', 'A', undefined],
      ['/user/account', '', undefined, 'M'],
      ['/administrators', '', undefined, 'M'],
      ['/', '#/user', undefined, 'M'],
    ] as const) {
      tab.at(path, hash);
      await tab.http.get('/admin/Index/index');
      const { headers } = tab.server.heard.at(-1)!;
      expect([path, headers['batoken'], headers['ba-user-token'], headers['server'], headers['think-lang']]).toEqual([
        path,
        admin,
        member,
        'true',
        'zh-cn',
      ]);
    }
  });

  it('sends no token when nobody is signed in, and none that is stored in pieces', async () => {
    await tab.http.get('/admin/Index/index');
    tab.store('adminInfo', { token: '' });
    await tab.http.get('/admin/Index/index');
    expect(tab.server.heard.map(({ headers }) => headers['batoken'])).toEqual([undefined, undefined]);
  });

  it('stands under the base path but for whole paths', async () => {
    await tab.http.get('/admin/shop.order/index');
    await tab.http.get('admin/shop.order/index');
    await tab.http.get('/api/common/clickCaptcha');
    expect(tab.server.heard.map(({ path }) => path)).toEqual([
      '/api/admin/shop.order/index',
      '/api/admin/shop.order/index',
      '/api/common/clickCaptcha',
    ]);
  });

  it('writes its query by brackets, as the server reads it', async () => {
    await tab.http.get('/x', {
      page: 2,
      order: ['name,asc', 'id,desc'],
      quickSearch: '张 & [三]+',
      trash: undefined,
      none: null,
      empty: [],
      select: true,
      search: [
        { field: 'name', operator: 'LIKE', val: 'a,b' },
        { field: 'id', operator: 'IN', val: [1, 2] },
      ],
    });
    expect(tab.server.heard[0]!.query).toEqual({
      page: '2',
      order: ['name,asc', 'id,desc'],
      quickSearch: '张 & [三]+',
      select: 'true',
      search: [
        { field: 'name', operator: 'LIKE', val: 'a,b' },
        { field: 'id', operator: 'IN', val: ['1', '2'] },
      ],
    });
  });

  it('deletes by ids in the query and posts JSON', async () => {
    await tab.http.del('/x', { ids: [3, 4] });
    await tab.http.post('/x', { name: '书', list: [] }, { headers: { 'Idempotency-Key': 'once' } });
    expect(tab.server.heard).toMatchObject([
      { method: 'DELETE', query: { ids: ['3', '4'] }, body: undefined },
      { method: 'POST', body: { name: '书', list: [] }, headers: { 'idempotency-key': 'once' } },
    ]);
  });
});

describe('identical calls', () => {
  it('cancel the one before, which is only logged', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const first = until();
    tab.server.answer = async () =>
      tab.server.heard.length === 1 ? (await first.promise, { data: 'first' }) : { data: 'second' };
    const before = tab.http.post('/x', { a: 1 });
    await vi.waitFor(() => expect(tab.server.heard).toHaveLength(1), { timeout: 60_000 });
    const after = tab.http.post('/x', { a: 1 });
    await expect(before).rejects.toThrow();
    expect(await after).toBe('second');
    first.open();
    expect(tab.shown).toEqual([]);
    expect(warn.mock.calls).toEqual([['因为请求重复被自动取消： POST /x']]);
    warn.mockRestore();
  });

  it('run side by side when they differ or are allowed to', async () => {
    tab.server.answer = async ({ query, body }) => {
      await vi.waitFor(() => expect(tab.server.heard).toHaveLength(6), { timeout: 60_000 });
      return { data: (query as { n?: string }).n ?? (body as { n: string }).n };
    };
    const answers = await Promise.all([
      tab.http.get('/x', { n: 'a' }),
      tab.http.get('/x', { n: 'b' }),
      tab.http.post('/x', { n: 'a' }),
      tab.http.post('/x', { n: 'b' }),
      tab.http.get('/y', { n: 'a' }, { allowDuplicate: true }),
      tab.http.get('/y', { n: 'a' }, { allowDuplicate: true }),
    ]);
    expect(answers).toEqual(['a', 'b', 'a', 'b', 'a', 'a']);
  });

  it('are calls like any other once the one before has ended', async () => {
    tab.server.answer = () => ({ data: tab.server.heard.length });
    expect([await tab.http.get('/x'), await tab.http.get('/x')]).toEqual([1, 2]);
  });
});

describe('a business answer', () => {
  it('resolves with its data, and tells of success only when asked to', async () => {
    tab.server.answer = ({ path }) => ({ msg: path === '/api/told' ? '改好了' : '', data: { row: { id: 7 } } });
    expect(await tab.http.post('/quiet')).toEqual({ row: { id: 7 } });
    expect(tab.shown).toEqual([]);
    await tab.http.post('/told', {}, { showSuccess: true });
    await tab.http.post('/untold', {}, { showSuccess: true });
    expect(tab.shown).toEqual([
      ['success', '改好了'],
      ['success', '操作成功'],
    ]);
  });

  it('that fails is shown and rejects with what a form needs', async () => {
    tab.server.answer = () => ({ code: 0, msg: '名称不能为空', data: { errors: { name: '名称不能为空' } } });
    await expect(tab.http.post('/x')).rejects.toMatchObject({
      message: '名称不能为空',
      statusCode: 200,
      code: 0,
      errors: { name: '名称不能为空' },
    });
    await expect(tab.http.post('/x', {}, { quiet: true })).rejects.toThrow('名称不能为空');
    expect(tab.shown).toEqual([['error', '名称不能为空']]);
  });

  it('is no success under the status of a failure', async () => {
    tab.server.answer = () => ({ status: 500, code: 1, msg: 'half' });
    await expect(tab.http.get('/x')).rejects.toMatchObject({ statusCode: 500 });
  });

  it('keeps the current row of a stale edit', async () => {
    tab.server.answer = () => ({ code: 412, msg: '已被他人修改', data: { row: { id: 1, version: 3 } } });
    await expect(tab.http.post('/x')).rejects.toMatchObject({
      statusCode: 200,
      code: 412,
      data: { row: { version: 3 } },
    });
  });

  it('that forbids does not lead anywhere', async () => {
    tab.store('adminInfo', { token: 'A' });
    tab.server.answer = () => ({ code: 401, msg: '没有权限', data: [] });
    await expect(tab.http.get('/x')).rejects.toMatchObject({ code: 401 });
    expect([tab.left, tab.shown, tab.stored('adminInfo')?.['token']]).toEqual([[], [['error', '没有权限']], 'A']);
  });

  it('shows of a refusal of rights the number by which the security log names it, and of no other', async () => {
    const headers = { 'x-request-id': 'a1b2c3d4e5f60718' };
    tab.server.answer = () => ({ code: 401, msg: '没有权限', headers });
    const failure = await tab.http.post('/x').catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 401, requestId: 'a1b2c3d4e5f60718' });
    expect(tab.shown).toEqual([['error', '没有权限（请求编号 a1b2c3d4e5f60718）']]);
    tab.server.answer = () => ({ code: 0, msg: '标题不能为空', headers });
    await expect(tab.http.post('/x')).rejects.toMatchObject({ message: '标题不能为空', requestId: undefined });
    expect(tab.shown.slice(1)).toEqual([['error', '标题不能为空']]);
  });
});

describe('a redirecting answer', () => {
  const needLogin = {
    code: 302,
    msg: '请先登录',
    data: { routePath: '/admin/login', routeName: 'adminLogin', type: 'need login' },
  };

  it('drops the token and leads to the sign-in page, which knows the way back', async () => {
    tab.store('adminInfo', { token: 'A' });
    tab.at('/admin/shop/order?page=2');
    tab.server.answer = () => needLogin;
    const calls = await Promise.allSettled([
      tab.http.get('/x', {}, { quiet: true }),
      tab.http.get('/y', {}, { quiet: true }),
    ]);
    expect(calls.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(tab.left).toEqual(['/admin/login?to=%2Fadmin%2Fshop%2Forder%3Fpage%3D2']);
    expect(tab.shown).toEqual([['error', '请先登录']]);
    expect(tab.stored('adminInfo')).toBeNull();
  });

  it('is told once, by the call or by who leads away', async () => {
    for (const quiet of [true, false]) {
      tab.at('/admin/shop/order');
      tab.shown.length = 0;
      tab.server.answer = () => needLogin;
      await expect(tab.http.get('/x', {}, { quiet })).rejects.toThrow();
      expect([quiet, tab.shown]).toEqual([quiet, [['error', '请先登录']]]);
    }
  });

  it('is not followed to other sites', async () => {
    for (const routePath of ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)', '']) {
      tab.at('/admin/shop/order');
      tab.server.answer = () => ({ code: 302, msg: 'x', data: { routePath } });
      await expect(tab.http.get('/x')).rejects.toThrow('x');
      expect([routePath, tab.left.at(-1)]).toEqual([routePath, '/admin/login?to=%2Fadmin%2Fshop%2Forder']);
    }
  });

  it('takes a member nothing but the token', async () => {
    tab.store('userInfo', { token: 'M' });
    tab.store('adminInfo', { token: 'A' });
    tab.at('/user/account');
    tab.server.answer = () => ({
      code: 302,
      msg: '请先登录',
      data: { routePath: '/user/login', routeName: 'userLogin' },
    });
    await expect(tab.http.get('/x')).rejects.toThrow();
    expect([tab.left, tab.stored('userInfo'), tab.stored('adminInfo')?.['token']]).toEqual([[], null, 'A']);
  });

  it('takes a member of a plugin the token, and leads to the sign-in page from pages for who is signed in alone', async () => {
    const { addRealm } = await import('../../src/web/realms/addRealm.ts');
    const { memberRealm, realms } = await import('../../src/web/realms/registry.ts');
    onTestFinished(() => void realms.set(memberRealm.name, memberRealm));
    addRealm({
      name: 'member' as never,
      base: '/user',
      tokenHeader: 'ba-user-token',
      refreshed: 'user-refresh',
      accounts: 'user' as never,
      start: '/user/index',
      signIn: '/user/checkIn',
      signOut: '/user/logout',
      signInPage: { routePath: '/user/login', routeName: 'userLogin' },
      startPage: { routePath: '/user', routeName: 'user' },
    });
    tab.server.answer = () => ({ code: 302, msg: '请先登录', data: { routeName: 'userLogin' } });
    for (const [path, left] of [
      ['/', []],
      ['/chat/7', []],
      ['/user/account/overview', ['/user/login?to=%2Fuser%2Faccount%2Foverview']],
    ] as const) {
      tab.store('userInfo', { token: 'M' });
      tab.at(path);
      await expect(tab.http.get('/x')).rejects.toThrow();
      expect([path, tab.left, tab.stored('userInfo')]).toEqual([path, left, null]);
    }
  });

  it.each([
    [{ routeName: 'adminMainLoading' }, '/admin/loading'],
    [{ routeName: 'forbidden' }, '/401'],
    [{ routeName: 'userLogin' }, '/user/login'],
    [{ routeName: 'nowhere', routePath: '/404' }, '/404'],
  ])('leads to the page that %j names', async (data, path) => {
    tab.store('adminInfo', { token: 'A' });
    tab.server.answer = () => ({ code: 302, msg: '', data });
    await expect(tab.http.get('/x')).rejects.toThrow();
    expect(tab.left).toEqual([path]);
  });

  it.each([
    { routePath: '//evil.example' },
    { routePath: '/\\evil.example' },
    { routePath: '/\t/evil.example' },
    { routePath: ['/admin'] },
    { routeName: 'constructor' },
    'text',
    null,
  ])('leads only to the sign-in page where it says %j', async (data) => {
    tab.store('adminInfo', { token: 'A' });
    tab.server.answer = () => ({ code: 302, msg: '', data });
    await expect(tab.http.get('/x')).rejects.toThrow();
    expect(tab.left.map((left) => left.replace(/\?.*/, ''))).toEqual(['/admin/login']);
  });

  it('that finds one signed in already keeps the token', async () => {
    tab.store('adminInfo', { token: 'A' });
    tab.at('/admin/login');
    tab.server.answer = () => ({ code: 303, msg: '您已经登录', data: { routePath: '/admin', type: 'logged in' } });
    await expect(tab.http.get('/admin/Index/login')).rejects.toThrow();
    expect([tab.left, tab.stored('adminInfo')?.['token']]).toEqual([['/admin'], 'A']);
  });

  it('does not end a session that another tab has begun meanwhile', async () => {
    tab.store('adminInfo', { token: 'old' });
    tab.server.answer = ({ headers }) => {
      if (headers['batoken'] === 'new') return { data: 'in' };
      tab.store('adminInfo', { token: 'new' });
      return needLogin;
    };
    expect(await tab.http.get('/x')).toBe('in');
    expect([tab.left, tab.stored('adminInfo')?.['token']]).toEqual([[], 'new']);
  });
});
