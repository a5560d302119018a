import type { MatrixRow } from './matrixRows.ts';

/** What of a page or directory is granted. */
export interface Granted {
  readonly id: number;
  readonly title: string;
  /** What may be done, by names; `all` where nothing is missing. */
  readonly actions: readonly string[] | 'all';
}

/** Whole directories as one, then pages; `view` is what seeing a page is called that has no action for it. */
export function grantedIn(rows: readonly MatrixRow[], chosen: ReadonlySet<number>, nameOf: Naming): Granted[] {
  const found: Granted[] = [];
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at]!;
    const last = endOf(rows, at);
    const hasAll = row.leaves.length > 1 && row.leaves.every((id) => chosen.has(id));
    if (hasAll) {
      found.push({ id: row.id, title: row.title, actions: 'all' });
      at = last;
    } else {
      const actions = actionsIn(row, chosen, nameOf);
      if (actions.length > 0) found.push({ id: row.id, title: row.title, actions });
    }
  }
  return found;
}

type Naming = (action: string | undefined, title: string) => string;

/** Place of the last line that stands below this one. */
function endOf(rows: readonly MatrixRow[], at: number): number {
  const next = rows.findIndex(({ depth }, place) => place > at && depth <= rows[at]!.depth);
  return (next < 0 ? rows.length : next) - 1;
}

function actionsIn({ permissions, view, id }: MatrixRow, chosen: ReadonlySet<number>, nameOf: Naming): string[] {
  const own = view === id && chosen.has(id) ? [nameOf('index', '')] : [];
  return [
    ...own,
    ...permissions.filter((each) => chosen.has(each.id)).map(({ action, title }) => nameOf(action, title)),
  ];
}
