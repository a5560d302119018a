import { Table, type TableColumnType, type TableProps } from 'antd';
import { useMemo, useRef } from 'react';
import { useTabScope } from '../navigation/tabScope.ts';
import { columnsOf, HeaderCell } from './columns.tsx';
import { useDragParts } from './dragParts.ts';
import { maySelect } from './actions/index.ts';
import type { Sorting } from './listShape.ts';
import { rowButtonCount } from './RowButtons.tsx';
import { RowButtons } from './rowParts.tsx';
import type { RowsProps } from './rowsProps.ts';
import { pruned } from './treeRows.ts';
import type { TreeRow } from './useRows.ts';
import { nameOf } from './nameOf.ts';
import { useText } from '../settings/useText.ts';
import { isOffered } from './withheld.ts';

/** antd hands these to the box as they are, though its types do not know them. */
const named = (label: string): object => ({ 'aria-label': label });

/** The list as a table: header and buttons stay where they are while the rest scrolls. */
export function RowsTable(props: RowsProps) {
  const text = useText();
  const { manifest, state, shown, rows, fetching, selected, unfolded, empty, onSelect, onUnfold, onEdit } = props;
  const { frame } = useTabScope();
  const withShift = useRef(false);
  const drag = useDragParts();
  const buttons = useButtonsColumn(props);
  const columns = useMemo(() => columnsOf(manifest, shown, state, text), [manifest, shown, state, text]);
  const mayEdit = manifest.actions.includes('edit') && state.view === undefined;
  const sort: TableProps<TreeRow>['onChange'] = (_pages, _filters, sorter, { action }) => {
    if (action === 'sort') props.onChange({ order: sortingOf([sorter].flat(), state.order, withShift.current) });
  };
  return (
    <div
      onClickCapture={(event) => (withShift.current = event.shiftKey)}
      onKeyDownCapture={(event) => (withShift.current = event.shiftKey)}
    >
      <Table<TreeRow>
        rowKey="id"
        size="middle"
        className="rows-table"
        columns={buttons ? [...columns, buttons] : columns}
        dataSource={manifest.traits.tree ? pruned(rows) : [...rows]}
        loading={{ spinning: fetching, delay: 300 }}
        pagination={false}
        scroll={{ x: columns.reduce((sum, { width }) => sum + Number(width), 48 + Number(buttons?.width ?? 0)) }}
        sticky={{
          offsetScroll: 0,
          getContainer: () => (frame?.querySelector<HTMLElement>('.tab-scroll') ?? window) as HTMLElement,
        }}
        components={{ header: { cell: HeaderCell }, ...(drag && { body: { row: drag.Row } }) }}
        showSorterTooltip={false}
        locale={{ emptyText: empty }}
        rowSelection={
          !maySelect(manifest, state.view)
            ? undefined
            : {
                selectedRowKeys: [...selected],
                onChange: (keys) => onSelect(keys.map(Number)),
                checkStrictly: !manifest.traits.tree,
                columnWidth: 48,
                fixed: true,
                preserveSelectedRowKeys: true,
                getTitleCheckboxProps: () => named(text('selectAll')),
                getCheckboxProps: (row) => named(text('selectRow', { row: nameOf(manifest, row) })),
              }
        }
        expandable={
          manifest.traits.tree
            ? {
                expandedRowKeys: [...unfolded],
                onExpandedRowsChange: (keys) => onUnfold(keys.map(Number)),
                indentSize: 20,
              }
            : undefined
        }
        onRow={(row) => ({
          onDoubleClick: (event) => mayEdit && isOffered(row, 'edit') && !isControl(event.target) && onEdit(row.id),
        })}
        onChange={sort}
      />
    </div>
  );
}

/** A double click on a switch, a link or a tick means that, not the row. */
const isControl = (target: EventTarget): boolean =>
  target instanceof Element &&
  target.closest(
    'button, a, input, .ant-select, .ant-switch, .ant-image, .ant-table-selection-column, .ant-modal-root, .ant-popover',
  ) !== null;

/** A click sorts by one column alone; with the shift key it adds or changes one of several. */
function sortingOf(
  sorters: readonly { columnKey?: React.Key; order?: 'ascend' | 'descend' | null }[],
  before: readonly Sorting[],
  several: boolean,
): Sorting[] {
  const now = sorters.flatMap(({ columnKey, order }) =>
    order ? [{ field: String(columnKey), down: order === 'descend' }] : [],
  );
  const isNew = ({ field, down }: Sorting): boolean =>
    !before.some((each) => each.field === field && each.down === down);
  if (several)
    return [
      ...before.flatMap(({ field }) => now.find((each) => each.field === field) ?? []),
      ...now.filter(({ field }) => !before.some((each) => each.field === field)),
    ];
  return now.filter(isNew);
}

/** Pixels of a row's button (list.css). */
const buttonWidth = 28;

function useButtonsColumn(props: RowsProps): TableColumnType<TreeRow> | undefined {
  const { manifest, state, draggable } = props;
  const text = useText();
  const count = rowButtonCount(manifest, state.view, draggable);
  if (count === 0) return undefined;
  return {
    key: 'buttons',
    title: text('actions'),
    fixed: 'right',
    align: 'center',
    width: Math.max(count * buttonWidth + 20, 80),
    render: (_, row) => <RowButtons {...props} row={row} />,
  };
}
