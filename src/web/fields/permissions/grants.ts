import type { RuleNode } from './matrixRows.ts';

/** What a tick changes, worked out once for a tree of rules. */
export interface Grants {
  /** The chosen ids with these, what lets their pages be seen, and every page and directory above. */
  with(chosen: readonly number[], ids: readonly number[]): number[];
  /** Without these, and without pages and directories that are left with nothing. */
  without(chosen: readonly number[], ids: readonly number[]): number[];
}

interface Place {
  readonly node: RuleNode;
  readonly above: Place | undefined;
}

export function grantsOf(roots: readonly RuleNode[]): Grants {
  const places = new Map<number, Place>();
  const add = (nodes: readonly RuleNode[], above: Place | undefined): void => {
    for (const node of nodes) {
      const place = { node, above };
      places.set(node.id, place);
      add(node.children, place);
    }
  };
  add(roots, undefined);
  return {
    with(chosen, ids) {
      const granted = new Set(chosen);
      for (const id of ids)
        for (let place = places.get(id); place; place = place.above) {
          granted.add(place.node.id);
          const view = place.node.type === 'button' ? undefined : viewOf(place.node);
          // Of a page that is only on the way to another one nothing is to be seen.
          if (view && isActionOf(places.get(id)!, place)) granted.add(view.id);
        }
      return sorted(granted);
    },
    without(chosen, ids) {
      const granted = new Set(chosen);
      for (const id of ids) {
        const place = places.get(id);
        granted.delete(id);
        // Without its page there is nowhere to do it.
        if (place && place.node.type !== 'button')
          for (const { id: action } of actionsOf(place.node)) granted.delete(action);
        for (let above = place?.above; above && isLeftEmpty(above.node, granted); above = above.above)
          granted.delete(above.node.id);
      }
      return sorted(granted);
    },
  };
}

const sorted = (ids: ReadonlySet<number>): number[] => [...ids].toSorted((one, other) => one - other);

const actionsOf = (page: RuleNode): RuleNode[] =>
  page.children.filter(({ type }) => type === 'button').flatMap((each) => [each, ...actionsOf(each)]);

const viewOf = (page: RuleNode): RuleNode | undefined =>
  actionsOf(page).find(({ name }) => name.toLowerCase() === `${page.name.toLowerCase()}/index`);

function isActionOf(place: Place, page: Place): boolean {
  let at: Place | undefined = place;
  while (at && at.node.type === 'button') at = at.above;
  return at === page;
}

/** A page that can be opened without an action is ticked by itself; others live by what is ticked below them. */
function isLeftEmpty(node: RuleNode, granted: ReadonlySet<number>): boolean {
  if (node.type !== 'menu_dir' && node.type !== 'button' && !viewOf(node)) return false;
  return !node.children.some(({ id }) => granted.has(id));
}
