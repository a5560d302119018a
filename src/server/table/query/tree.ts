import type { WireRow } from './readRows.ts';

/**
 * Puts rows below their parents, keeping their order. At the top stand those whose parent is not among them; they always
 * have `children`, deeper ones only when there are some (protocol §3.3).
 */
export function nest(rows: readonly WireRow[]): WireRow[] {
  const known = new Map(rows.map((row) => [row['id'], row]));
  const children = new Map<unknown, WireRow[]>();
  const tops: WireRow[] = [];
  for (const row of rows) {
    const pid = row['pid'];
    if (!known.has(pid)) tops.push(row);
    else if (children.has(pid)) children.get(pid)!.push(row);
    else children.set(pid, [row]);
  }
  for (const [id, below] of children) known.get(id)!['children'] = below;
  for (const top of tops) top['children'] ??= [];
  return tops;
}

/** A nested tree row after row, each with what is drawn before its name (protocol §3.4). */
export function unfold(rows: readonly WireRow[], before = '', depth = 0): { row: WireRow; prefix: string }[] {
  return rows.flatMap((row, place) => {
    const isLast = place === rows.length - 1;
    const prefix = depth === 0 ? '' : `${before}${isLast ? '└ ' : '├ '}`;
    const next = depth === 0 ? '    ' : `${before}${isLast ? '    ' : '│   '}`;
    const { children, ...own } = row;
    return [{ row: own, prefix }, ...unfold((children as WireRow[] | undefined) ?? [], next, depth + 1)];
  });
}
