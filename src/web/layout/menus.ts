import type { MenuNode, ServedNode } from '../navigation/menuNode.ts';
import type { Realm } from '../realms/realm.ts';

export type { MenuNode, ServedNode } from '../navigation/menuNode.ts';

/** The same with the addresses of its pages in the realm. */
export const withAddresses = (realm: Pick<Realm, 'base'>, menus: readonly ServedNode[]): MenuNode[] =>
  menus.map(({ children, ...node }) => ({
    ...node,
    address: `${realm.base}/${node.menu_type === 'iframe' ? `iframe/${encodeURIComponent(node.url)}` : node.path}`,
    ...(children ? { children: withAddresses(realm, children) } : {}),
  }));

/** A saved view that stands in the menu, below the list of this path. */
export interface MenuView {
  readonly id: number;
  readonly path: string;
  readonly name: string;
}

/** The same with saved views below the lists that they are of. */
export const withViews = (menus: readonly MenuNode[], views: readonly MenuView[]): MenuNode[] =>
  menus.map((node) => {
    const own = node.type === 'menu' ? views.filter(({ path }) => path === node.path) : [];
    const children = node.children && withViews(node.children, views);
    return { ...node, ...(children && { children }), ...(own.length > 0 && { views: own }) };
  });

/** Pages that have a route: those of tabs, menu entry or not. */
export function pagesIn(menus: readonly MenuNode[]): MenuNode[] {
  return menus.flatMap((node) => [
    ...(node.type === 'menu' && node.menu_type === 'tab' && node.extend !== 'add_menu_only' ? [node] : []),
    ...pagesIn(node.children ?? []),
  ]);
}

/** Only web addresses are opened, in a frame or a window of their own. */
export const isWebAddress = (url: string): boolean => /^https?:\/\/[^/]/i.test(url);

/** Web sites that are shown in a frame. */
export function iframesIn(menus: readonly MenuNode[]): MenuNode[] {
  return menus.flatMap((node) => [
    ...(node.type === 'menu' && node.menu_type === 'iframe' && node.extend !== 'add_menu_only' && isWebAddress(node.url)
      ? [node]
      : []),
    ...iframesIn(node.children ?? []),
  ]);
}

/** What the menu shows: no buttons, no pages that are routes only, no directory with nothing in it. */
export function shownIn(menus: readonly MenuNode[]): MenuNode[] {
  return menus
    .filter((node) => node.type !== 'button' && node.extend !== 'add_rules_only')
    .map((node) => ({ ...node, children: shownIn(node.children ?? []) }))
    .filter((node) => node.type !== 'menu_dir' || node.children.length > 0);
}

/** The first page that the menu shows. */
export const firstPage = (menus: readonly MenuNode[]): MenuNode | undefined => pagesIn(shownIn(menus))[0];

/** The node that fits, and those above it, the outermost first. */
export function trailTo(menus: readonly MenuNode[], fits: (node: MenuNode) => boolean): MenuNode[] {
  for (const node of menus) {
    if (node.type === 'menu' && fits(node)) return [node];
    const trail = trailTo(node.children ?? [], fits);
    if (trail.length > 0) return [node, ...trail];
  }
  return [];
}
