import { createContext, useContext, useMemo, type PropsWithChildren } from 'react';
import type { Manifest } from '#resource';
import { isAncestor } from './ancestors.ts';
import { nameOf } from './nameOf.ts';
import type { Line } from './treeRows.ts';
import type { TreeRow } from './useRows.ts';
import { useText } from '../settings/useText.ts';

interface Tree {
  lineOf(id: number): Line | undefined;
  turn(line: Line): void;
}
const TreeContext = createContext<Tree | undefined>(undefined);
export const TreeLines = TreeContext.Provider;

/** What cells of a tree know of the lines in sight, and how they are folded. */
export function useTreeLines(
  lines: readonly Line[],
  unfolded: readonly number[],
  onUnfold: (ids: readonly number[]) => void,
): Tree {
  return useMemo(() => {
    const known = new Map(lines.map((line) => [line.row.id, line]));
    return {
      lineOf: (id) => known.get(id),
      turn: ({ row, isOpen }) => onUnfold(isOpen ? unfolded.filter((id) => id !== row.id) : [...unfolded, row.id]),
    };
  }, [lines, unfolded, onUnfold]);
}

/**
 * The value that a row of a tree begins with: indented, behind the button that shows the rows below. The level is told here,
 * as rows may have one in a `treegrid` only, where arrow keys would no longer read the cells.
 */
export function TreeCell({ manifest, row, children }: PropsWithChildren<{ manifest: Manifest; row: TreeRow }>) {
  const text = useText();
  const { lineOf, turn } = useContext(TreeContext) ?? {};
  const line = lineOf?.(row.id);
  if (!line) return children;
  const { level, isOpen } = line;
  const mark = 'ant-table-row-expand-icon';
  return (
    <span className="tree-cell" style={{ paddingInlineStart: (level - 1) * 20 }}>
      {level > 1 && <span className="tree-level" role="img" aria-label={text('treeLevel', { level })} />}
      {row.children?.length ? (
        <button
          type="button"
          className={`${mark} ${mark}-${isOpen ? 'expanded' : 'collapsed'}`}
          aria-label={text('rowsBelow', { row: nameOf(manifest, row) })}
          aria-expanded={isOpen}
          onClick={() => turn?.(line)}
        />
      ) : (
        <span className={`${mark} ${mark}-spaced`} />
      )}
      <span className="tree-value">{children}</span>
      <AncestorNote row={row} />
    </span>
  );
}

/** Says to those who hear the page what others see by the colour of the row. */
export function AncestorNote({ row }: { readonly row: TreeRow }) {
  const text = useText();
  return isAncestor(row) && <span className="visually-hidden">{text('ancestor')}</span>;
}
