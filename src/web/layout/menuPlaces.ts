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

/** Places in whose names every word occurs; those whose own title has the first word at its beginning come first. */
export function matching(places: readonly Place[], words: string): Place[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const text = ({ node, above }: Place): string => [...above, node.title, node.path].join(' ').toLowerCase();
  const rank = ({ node }: Place): number => {
    const at = node.title.toLowerCase().indexOf(wanted[0] ?? '');
    return at < 0 ? Infinity : at;
  };
  return places
    .filter((place) => wanted.every((word) => text(place).includes(word)))
    .toSorted((one, other) => Math.min(rank(one), 1e6) - Math.min(rank(other), 1e6));
}
