/** An address that the product itself gives a name (specification §2). */
export interface NamedRoute {
  /** As React Router writes it. */
  readonly path: string;
  /** Key of the title; pages without one have their own, or lead on. */
  readonly title?: string;
  /** Whether the title stands alone, without the name of the site. */
  readonly isLoading?: true;
}

/** Every address of specification §2 by its name. All others are pages of menus, or of plugins. */
export const routes = {
  home: { path: '/index', title: 'common:title.home' },
  adminLogin: { path: '/admin/login', title: 'common:title.login' },
  userLogin: { path: '/user/login', title: 'common:title.memberLogin' },
  chat: { path: '/' },
  chatId: { path: '/chat/:id?' },
  notFound: { path: '/404', title: 'common:title.notFound' },
  forbidden: { path: '/401', title: 'common:title.forbidden' },
  admin: { path: '/admin', title: 'common:title.admin' },
  adminMainLoading: { path: '/admin/loading/:to?', title: 'common:title.loading', isLoading: true },
  user: { path: '/user', title: 'common:title.member' },
  userMainLoading: { path: '/user/loading/:to?', title: 'common:title.loading', isLoading: true },
} as const satisfies Record<string, NamedRoute>;

type RouteName = keyof typeof routes;
const table: Readonly<Record<string, NamedRoute>> = routes;

/** Where a route begins, without what is optional; undefined for names that no route has. */
export function addressOf(name: RouteName): string;
export function addressOf(name: unknown): string | undefined;
export function addressOf(name: unknown): string | undefined {
  return typeof name === 'string' && Object.hasOwn(table, name)
    ? table[name]!.path.replace(/\/:\w+\?$/, '')
    : undefined;
}

/** The route at this address, if it is one that has a name; in capitals too, as the router has it. */
export const routeAt = (pathname: string): NamedRoute | undefined =>
  Object.values(table).find(({ path }) => patternOf(path).test(pathname));

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/\/:\w+\?$/, '(?:/[^/]+)?')}/?$`, 'i');

/** The same page of the site for another address: a path of ours, never another site. */
export const isOwnPath = (path: unknown): path is string =>
  typeof path === 'string' && /^\/(?![/\\])[^\\\s]*$/.test(path);

/** What a loading page is told of the page that was asked for. */
export const askingFor = (pathname: string, search: string): string =>
  encodeURIComponent(JSON.stringify({ path: pathname, query: Object.fromEntries(new URLSearchParams(search)) }));

/**
 * The page that a loading page was told of, when its path is one of these; undefined for whatever else stands there.
 */
export function askedFor(to: string | undefined, isKnown: (path: string) => boolean): string | undefined {
  try {
    const { path, query } = JSON.parse(to ?? 'null') as { path?: unknown; query?: unknown };
    if (!isOwnPath(path) || !isKnown(path)) return undefined;
    const search = new URLSearchParams(
      typeof query === 'object' && query !== null
        ? Object.entries(query).map(([key, value]) => [key, String(value)])
        : [],
    ).toString();
    return search ? `${path}?${search}` : path;
  } catch {
    return undefined;
  }
}
