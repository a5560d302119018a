/** A rule as the server sends it (protocol §4.1). */
export interface MenuNode {
  readonly id: number;
  readonly type: 'menu_dir' | 'menu' | 'button' | string;
  readonly title: string;
  readonly name: string;
  readonly path: string;
  readonly icon: string;
  readonly menu_type: 'tab' | 'link' | 'iframe' | null;
  readonly url: string;
  readonly extend: string;
  readonly children?: readonly MenuNode[];
}

/** Pages that have a route: those of tabs, menu entry or not. */
export function pagesIn(menus: readonly MenuNode[]): MenuNode[] {
  return menus.flatMap((node) => [
    ...(node.type === 'menu' && node.menu_type === 'tab' && node.extend !== 'add_menu_only' ? [node] : []),
    ...pagesIn(node.children ?? []),
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

/** The node at this path, and those above it, the outermost first. */
export function trailTo(menus: readonly MenuNode[], path: string): MenuNode[] {
  for (const node of menus) {
    if (node.type === 'menu' && node.path === path) return [node];
    const trail = trailTo(node.children ?? [], path);
    if (trail.length > 0) return [node, ...trail];
  }
  return [];
}
