import type { MenuNode } from './menus.ts';

/** A page with the names of the directories above it. */
export interface Place {
  readonly node: MenuNode;
  readonly above: readonly string[];
}

export function placesIn(menus: readonly MenuNode[], above: readonly string[] = []): Place[] {
  return menus.flatMap((node) =>
    node.type === 'menu_dir' ? placesIn(node.children ?? [], [...above, node.title]) : [{ node, above }],
  );
}
