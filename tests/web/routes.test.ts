import { describe, expect, it } from 'vitest';
import english from '../../locales/en/common.json' with { type: 'json' };
import chinese from '../../locales/zh-cn/common.json' with { type: 'json' };
import { addressOf, askedFor, askingFor, isOwnPath, routeAt, routes } from '../../src/web/navigation/routes.ts';

describe('routes', () => {
  it.each([
    ['home', '/index'],
    ['adminLogin', '/admin/login'],
    ['userLogin', '/user/login'],
    ['chat', '/'],
    ['chatId', '/chat'],
    ['admin', '/admin'],
    ['user', '/user'],
    ['adminMainLoading', '/admin/loading'],
    ['userMainLoading', '/user/loading'],
    ['notFound', '/404'],
    ['forbidden', '/401'],
  ])('%s is at %s', (name, path) => {
    expect(addressOf(name)).toBe(path);
    expect(routeAt(path)).toBe(routes[name as keyof typeof routes]);
    if (path !== '/') expect(routeAt(`${path}/`)).toBe(routeAt(path));
    expect(routeAt(path.toUpperCase())).toBe(routeAt(path));
  });

  it.each(['constructor', '__proto__', 'toString', '', 'nowhere', undefined, 3, null])(
    'there is none named %s',
    (name) => expect(addressOf(name)).toBeUndefined(),
  );

  it('take what is optional, and nothing more', () => {
    expect(routeAt('/chat/12')).toBe(routes.chatId);
    expect(routeAt('/admin/loading/%7B%7D')).toBe(routes.adminMainLoading);
    for (const path of ['/chat/1/2', '/admin/content/article', '/user/profile', '/indexes', '/admin/loadingx'])
      expect(routeAt(path), path).toBeUndefined();
  });

  it('have titles, and only loading pages are without the name of the site', () => {
    expect(
      Object.entries(routes)
        .filter(([, route]) => 'isLoading' in route)
        .map(([name]) => name),
    ).toEqual(['adminMainLoading', 'userMainLoading']);
    expect(
      Object.entries(routes)
        .filter(([, route]) => !('title' in route))
        .map(([name]) => name),
    ).toEqual(['chat', 'chatId']);
  });

  it.each([
    ['zh-cn', chinese.title, '管理后台'],
    ['en', english.title, 'Back office'],
  ] as const)('have titles in words of %s, the back office among them', (_language, titles, admin) => {
    const keys = Object.values(routes).flatMap((route) =>
      'title' in route ? [route.title.replace('common:title.', '')] : [],
    );
    for (const key of keys) expect(titles, key).toHaveProperty(key, expect.stringMatching(/./));
    expect(titles[routes.admin.title.replace('common:title.', '') as 'admin']).toBe(admin);
  });
});

describe('a loading page', () => {
  const known = (path: string): boolean => path === '/admin/content/article';
  const read = (param: string): string | undefined => askedFor(decodeURIComponent(param), known);

  it('leads on to what was asked for, with its query', () => {
    expect(read(askingFor('/admin/content/article', ''))).toBe('/admin/content/article');
    expect(read(askingFor('/admin/content/article', '?limit=20&word=%E4%B8%AD%26'))).toBe(
      '/admin/content/article?limit=20&word=%E4%B8%AD%26',
    );
  });

  it.each([
    '',
    'null',
    '3',
    '[]',
    '[1]',
    '{',
    '//evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    '"/admin/content/article"',
    '{"path":"//evil.example"}',
    '{"path":"https://evil.example"}',
    '{"path":["/admin/content/article"]}',
    '{"path":"/admin/other"}',
  ])('does not follow %s', (to) => {
    expect(askedFor(to, (path) => !path.endsWith('other'))).toBeUndefined();
  });

  it('stands without a target', () => expect(askedFor(undefined, known)).toBeUndefined());
});

describe('a path of our own', () => {
  it.each(['/admin', '/', '/a?b=c', '/a#b'])('is %s', (path) => expect(isOwnPath(path)).toBe(true));
  it.each([
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '',
    'admin',
    undefined,
    4,
    ['/admin'],
  ])('is not %j', (path) => expect(isOwnPath(path)).toBe(false));
});
