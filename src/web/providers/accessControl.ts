import type { AccessControlProvider } from '@refinedev/core';

interface Node {
  readonly type: string;
  readonly name: string;
  readonly children?: readonly Node[];
}
/** Allowed actions by page: `/admin/content/article` to `/admin/content/article/edit` and so on. */
export type AuthNode = ReadonlyMap<string, readonly string[]>;

let authNode: AuthNode = new Map();
export const setAuthNode = (nodes: AuthNode): void => void (authNode = nodes);

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
const actions: Readonly<Record<string, string>> = { list: 'index', show: 'index', create: 'add', delete: 'del', clone: 'add' };

/** An action is allowed when the page's path with it is among the allowed nodes (specification §6). The server decides again. */
export const accessControlProvider: AccessControlProvider = {
  async can({ resource = '', action }) {
    const page = `/admin/${resource}`;
    return { can: authNode.get(page)?.includes(`${page}/${actions[action] ?? action}`) ?? false };
  },
  options: { buttons: { enableAccessControl: true, hideIfUnauthorized: true } },
};
