import { tabStateOf, type AuthNode } from '../navigation/tabState.ts';
import type { Realm } from './realm.ts';

interface Node {
  readonly type: string;
  readonly name: string;
  readonly children?: readonly Node[];
}

const allowedUrls = new Map<string, ReadonlySet<string>>();

/** `urls`: full addresses, or paths of this site, that are allowed wherever one is. */
export function allow({ name }: Pick<Realm, 'name'>, nodes: AuthNode, urls: readonly string[] = []): void {
  tabStateOf(name).setState({ authNode: nodes });
  allowedUrls.set(name, new Set(urls.flatMap((url) => fullUrl(url) ?? [])));
}

const fullUrl = (url: string): string | undefined =>
  URL.canParse(url, location.origin) ? new URL(url, location.origin).href : undefined;

/** The map of the menus that somebody owns (protocol §4.2). */
export function allowedIn(
  { base }: Pick<Realm, 'base'>,
  menus: readonly Node[],
  found = new Map<string, string[]>(),
): AuthNode {
  for (const { name, children = [] } of menus) {
    const buttons = children.filter(({ type }) => type === 'button').map((button) => `${base}/${button.name}`);
    if (buttons.length > 0) found.set(`${base}/${name}`, buttons);
    allowedIn({ base }, children, found);
  }
  return found;
}

/** Names of the actions by Refine's. */
const actions: Readonly<Record<string, string>> = {
  list: 'index',
  show: 'index',
  create: 'add',
  delete: 'del',
  clone: 'add',
};

/**
 * An action is allowed when the page's path with it is among the nodes allowed there, or when its full address is among the
 * allowed ones (specification §6); one that begins with `/` or is a whole address stands for itself. The page is that of the
 * resource; without one it is the page at hand. The server decides again.
 */
export function isAllowed({ name, base }: Pick<Realm, 'name' | 'base'>, action: string, resource?: string): boolean {
  const { authNode } = tabStateOf(name).getState();
  const page = resource ? `${base}/${resource}` : location.pathname.replace(/\/$/, '');
  const path = `${page}/${actions[action] ?? action}`;
  const url = fullUrl(/^(?:\/|https?:)/.test(action) ? action : path);
  return authNode.get(page)?.includes(path) === true || (url !== undefined && allowedUrls.get(name)?.has(url) === true);
}
