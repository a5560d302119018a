import type { TableColumnType } from 'antd';
import { memo, type PropsWithChildren, type ReactNode } from 'react';
import type { ColumnChoice, FieldManifest, Manifest } from '#resource';
import { fieldViewOf } from '../fields/index.ts';
import { roomsOf } from './columnWidths.ts';
import type { HeaderCellProps } from './HeaderCell.tsx';
import { InlineCell } from './InlineCell.tsx';
import type { ListState } from './listShape.ts';
import { isTitle, RowTitle } from './RowTitle.tsx';
import { TreeCell } from './TreeCell.tsx';
import type { TreeRow } from './useRows.ts';
import { useText } from '../settings/useText.ts';
import { isCut, valueOf } from './valueOf.ts';
import { isOffered } from './withheld.ts';

interface Look {
  readonly choice: Pick<ColumnChoice, 'widths' | 'pins'>;
  /** Pixels of the widest value on the page, by the name of the column. */
  readonly contents: ReadonlyMap<string, number>;
  /** Pixels that there are for all columns. */
  readonly room: number;
  readonly onWidth: (name: string, width: number) => void;
}

/** The columns of the table: the title, and what wraps, take the room that is left; the others fit what they show. */
export function columnsOf(
  manifest: Manifest,
  shown: readonly string[],
  state: ListState,
  { choice, contents, room: all, onWidth }: Look,
  text: ReturnType<typeof useText>,
): TableColumnType<TreeRow>[] {
  const fields = shown.flatMap((name) => manifest.fields[name] ?? []).filter((field) => field.readable);
  const several = fields.filter(({ sortable }) => sortable).length > 1;
  const rooms = roomsOf(manifest, fields, { widths: choice.widths, contents }, all);
  return fields.map((field, place) => {
    const { name, label } = field;
    const opensTree = place === 0 && manifest.traits.tree;
    const room = rooms[place]!;
    const hint = several && field.sortable ? text('sortSeveral', { field: label }) : undefined;
    const header: HeaderCellProps = {
      ...(hint !== undefined && { hint }),
      resizing: { label, width: (room.width ?? room.minWidth)!, onWidth: (width) => onWidth(name, width) },
    };
    return {
      key: name,
      dataIndex: name.split('.'),
      title: <ColumnTitle field={field} state={state} hint={hint} />,
      onHeaderCell: (): object => header,
      ...room,
      // Lines of a tree are reckoned with before they are drawn.
      className: isTitle(manifest, field) && !manifest.traits.tree ? 'title-cell' : '',
      ellipsis: fieldViewOf(manifest.name, field).wraps?.(field) !== true,
      ...(choice.pins[name] && { fixed: choice.pins[name] }),
      // What stands at the edge of its column would be indented away from its heading.
      align: opensTree ? undefined : fieldViewOf(manifest.name, field).align,
      sorter: field.sortable ? { multiple: 1 } : false,
      sortOrder: orderOf(field, state),
      sortDirections: ['ascend', 'descend'],
      render: (_, row) => (
        <ListCell
          manifest={manifest}
          field={field}
          row={row}
          editable={state.view === undefined}
          opensTree={opensTree}
        />
      ),
    };
  });
}

interface CellProps {
  readonly manifest: Manifest;
  readonly field: FieldManifest;
  readonly row: TreeRow;
  readonly editable: boolean;
}

/** Drawn anew only for another value: a table has thousands, and columns are dragged, sorted and ticked beside them. */
const ListCell = memo(function ListCell({ opensTree, ...props }: CellProps & { readonly opensTree: boolean }) {
  const { manifest, field, row } = props;
  const shown = <Value {...props} />;
  const value = isTitle(manifest, field) ? (
    <RowTitle manifest={manifest} row={row} hasLinks={fieldViewOf(manifest.name, field).hasLinks}>
      {shown}
    </RowTitle>
  ) : (
    shown
  );
  return opensTree ? (
    <TreeCell manifest={manifest} row={row}>
      {value}
    </TreeCell>
  ) : (
    value
  );
});

/** One value of a row, to be changed in place where the resource says so. */
export function Value({ manifest, field, row, editable }: CellProps) {
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
const Excerpt = ({ cut, children }: { cut: boolean; children: ReactNode }): ReactNode =>
  // Texts are asked for only where one is said: a wide list has thousands of cells.
  cut ? <CutValue>{children}</CutValue> : children;

function CutValue({ children }: PropsWithChildren) {
  const text = useText();
  return (
    <span className="cell-cut">
      <span className="cell-cut-value">{children}</span>
      <span title={text('cut')} aria-label={text('cut')} role="img">
        …
      </span>
    </span>
  );
}

/** The label on two lines at most; whole, and with the hint, on hover; with its place among several that the list is sorted by. */
function ColumnTitle({
  field: { name, label },
  state: { order },
  hint,
}: {
  readonly field: FieldManifest;
  readonly state: ListState;
  readonly hint: string | undefined;
}) {
  const place = hint === undefined ? 0 : order.findIndex(({ field }) => field === name) + 1;
  return (
    <>
      <span className="column-title" title={hint === undefined ? label : `${label}\n${hint}`}>
        {label}
      </span>
      {order.length > 1 && place > 0 && <sup className="sort-place">{place}</sup>}
    </>
  );
}

function orderOf({ name }: FieldManifest, { order }: ListState): 'ascend' | 'descend' | null {
  const sorting = order.find(({ field }) => field === name);
  return sorting ? (sorting.down ? 'descend' : 'ascend') : null;
}
