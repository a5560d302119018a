import type { TableColumnType } from 'antd';
import type { ReactNode, ThHTMLAttributes } from 'react';
import type { FieldManifest, Manifest } from '#resource';
import { fieldViewOf } from '../fields/index.ts';
import { InlineCell } from './InlineCell.tsx';
import type { ListState } from './listShape.ts';
import { isTitle, RowTitle } from './RowTitle.tsx';
import { TreeCell } from './TreeCell.tsx';
import type { TreeRow } from './useRows.ts';
import { useText } from '../settings/useText.ts';
import { isCut, valueOf } from './valueOf.ts';
import { isOffered } from './withheld.ts';

/** The columns of the table, each as wide as its values and its label need. */
export function columnsOf(
  manifest: Manifest,
  shown: readonly string[],
  state: ListState,
  text: ReturnType<typeof useText>,
): TableColumnType<TreeRow>[] {
  const fields = shown.flatMap((name) => manifest.fields[name] ?? []).filter((field) => field.readable);
  const several = fields.filter(({ sortable }) => sortable).length > 1;
  return fields.map((field, place) => ({
    key: field.name,
    dataIndex: field.name.split('.'),
    ...(several && field.sortable
      ? sortableTitle(field, state, text('sortSeveral', { field: field.label }))
      : { title: <ColumnTitle label={field.label} /> }),
    ...roomOf(manifest, field, place === 0 && manifest.traits.tree),
    align: fieldViewOf(manifest.name, field).align,
    sorter: field.sortable ? { multiple: 1 } : false,
    sortOrder: orderOf(field, state),
    sortDirections: ['ascend', 'descend'],
    render: (_, row) => {
      const shown = <Value manifest={manifest} field={field} row={row} editable={state.view === undefined} />;
      const value = isTitle(manifest, field) ? (
        <RowTitle manifest={manifest} row={row}>
          {shown}
        </RowTitle>
      ) : (
        shown
      );
      return place === 0 && manifest.traits.tree ? (
        <TreeCell manifest={manifest} row={row}>
          {value}
        </TreeCell>
      ) : (
        value
      );
    },
  }));
}

/** One value of a row, to be changed in place where the resource says so. */
export function Value({
  manifest,
  field,
  row,
  editable,
}: {
  manifest: Manifest;
  field: FieldManifest;
  row: TreeRow;
  editable: boolean;
}) {
  const { Cell, Inline } = fieldViewOf(manifest.name, field);
  const inline =
    editable &&
    Inline &&
    field.writable &&
    manifest.list.inline.includes(field.name) &&
    manifest.actions.includes('edit') &&
    isOffered(row, 'edit');
  return inline ? (
    <InlineCell manifest={manifest} field={field} row={row} Inline={Inline} />
  ) : (
    <Excerpt cut={isCut(row, field)}>
      <Cell table={manifest.name} field={field} row={row} value={valueOf(row, field)} />
    </Excerpt>
  );
}

/** Says where a list has only the beginning of a value. */
function Excerpt({ cut, children }: { cut: boolean; children: ReactNode }) {
  const text = useText();
  if (!cut) return children;
  return (
    <span className="cell-cut">
      <span className="cell-cut-value">{children}</span>
      <span title={text('cut')} aria-label={text('cut')} role="img">
        …
      </span>
    </span>
  );
}

/**
 * A title that tells how to sort by several columns, with the column's place among those that the list is sorted by.
 */
function sortableTitle({ name, label }: FieldManifest, { order }: ListState, hint: string): TableColumnType<TreeRow> {
  const place = order.findIndex(({ field }) => field === name) + 1;
  return {
    title: (
      <>
        <ColumnTitle label={label} hint={hint} />
        {order.length > 1 && place > 0 && <sup className="sort-place">{place}</sup>}
      </>
    ),
    onHeaderCell: (): object => ({ hint }),
  };
}

/**
 * A cell of the header with a description of its own, instead of the one that antd gives all columns that can be
 * sorted.
 */
export const HeaderCell = ({ hint, ...cell }: ThHTMLAttributes<HTMLTableCellElement> & { hint?: string }) => (
  <th {...cell} {...(hint !== undefined && { 'aria-description': hint })} />
);

/** The label on two lines at most; whole, and with the hint, on hover. */
const ColumnTitle = ({ label, hint }: { label: string; hint?: string }) => (
  <span className="column-title" title={hint === undefined ? label : `${label}\n${hint}`}>
    {label}
  </span>
);

function orderOf({ name }: FieldManifest, { order }: ListState): 'ascend' | 'descend' | null {
  const sorting = order.find(({ field }) => field === name);
  return sorting ? (sorting.down ? 'descend' : 'ascend') : null;
}

/** Pixels that a label gets on one line before it goes on to a second. */
const widestLabel = 200;

/** Pixels below which a column that wraps its values does not shrink. */
const leastWrapped = 320;

/** A column that wraps its values has no width of its own, so that it gets what the others leave. */
function roomOf(
  manifest: Manifest,
  field: FieldManifest,
  opensTree: boolean,
): Pick<TableColumnType<TreeRow>, 'width' | 'minWidth' | 'ellipsis'> {
  return fieldViewOf(manifest.name, field).wraps?.(field)
    ? { minWidth: leastWrapped, ellipsis: false }
    : { width: widthOf(manifest, field, opensTree), ellipsis: true };
}

/**
 * Chinese characters are as wide as the line is high, Latin ones about half of it; then room for the sorting arrows and
 * padding.
 */
function widthOf({ name }: Manifest, field: FieldManifest, opensTree: boolean): number {
  const { width, shows } = fieldViewOf(name, field);
  const label = Math.min(pixelsOf(field.label), widestLabel) + (field.sortable ? 24 : 0) + 24;
  const value = Math.min(Math.max(0, ...(shows?.(field) ?? []).map(pixelsOf)), widestLabel) + 40;
  return Math.round(Math.max(width, label, shows ? value : 0)) + (opensTree ? 80 : 0);
}

const pixelsOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (letter.codePointAt(0)! > 0x2e7f ? 14 : 8.5), 0);
