import type { AccessControlProvider } from '@refinedev/core';

interface Node {
  readonly type: string;
  readonly name: string;
  readonly children?: readonly Node[];
}
/** Allowed actions by page: `/admin/content/article` to `/admin/content/article/edit` and so on. */
export type AuthNode = ReadonlyMap<string, readonly string[]>;

let authNode: AuthNode = new Map();
let allowedUrls: ReadonlySet<string> = new Set();

/** `urls`: full addresses, or paths of this site, that are allowed wherever one is. */
export function setAuthNode(nodes: AuthNode, urls: readonly string[] = []): void {
  authNode = nodes;
  allowedUrls = new Set(urls.flatMap((url) => fullUrl(url) ?? []));
}

const fullUrl = (url: string): string | undefined =>
  URL.canParse(url, location.origin) ? new URL(url, location.origin).href : undefined;

/** The map of the menus that somebody owns (protocol §4.2). */
export function authNodesOf(nodes: readonly Node[], found = new Map<string, string[]>()): AuthNode {
  for (const { name, children = [] } of nodes) {
    const buttons = children.filter(({ type }) => type === 'button').map((button) => `/admin/${button.name}`);
    if (buttons.length > 0) found.set(`/admin/${name}`, buttons);
    authNodesOf(children, found);
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
 * An action is allowed when the page's path with it is among the allowed nodes, or when its full address is among the allowed
 * ones (specification §6); one that begins with `/` or is a whole address stands for itself. The server decides again.
 */
export const accessControlProvider: AccessControlProvider = {
  async can({ resource = '', action }) {
    const page = `/admin/${resource}`;
    const path = `${page}/${actions[action] ?? action}`;
    const url = fullUrl(/^(?:\/|https?:)/.test(action) ? action : path);
    return { can: authNode.get(page)?.includes(path) === true || (url !== undefined && allowedUrls.has(url)) };
  },
  options: { buttons: { enableAccessControl: true, hideIfUnauthorized: true } },
};
