import { HolderOutlined } from '@ant-design/icons';
import { Button, Checkbox, Table, type TableColumnType, type TableProps } from 'antd';
import { memo, useCallback, useEffect, useMemo, useRef, type HTMLAttributes, type RefObject } from 'react';
import { noChoice } from '#resource';
import { Hint } from '../components/Hint.tsx';
import { useTabFrame } from '../navigation/tabScope.ts';
import { isAncestor } from './ancestors.ts';
import { columnsOf } from './columns.tsx';
import { useContentWidths } from './columnWidths.ts';
import { HeaderCell } from './HeaderCell.tsx';
import type { ListColumns } from './useColumnChoice.ts';
import { useDragParts } from './dragParts.ts';
import { focusTicks } from './focusTicks.ts';
import { maySelect } from './actions/index.ts';
import { isDragOrder, maySort } from './listParts.ts';
import type { Sorting } from './listShape.ts';
import { readOrder } from './listState.ts';
import { hasGrip, rowButtonCount, RowButtons, RowGrip, type RowButtonsProps } from './RowButtons.tsx';
import { buttonsProps } from './rowParts.tsx';
import { RowOpener } from './RowTitle.tsx';
import type { RowsProps } from './rowsProps.ts';
import { TreeLines, useTreeLines } from './TreeCell.tsx';
import { linesOf } from './treeRows.ts';
import { useDrawnLines } from './useDrawnLines.ts';
import { useSteady } from './useSteady.ts';
import { useTicks } from './useTicks.ts';
import type { TreeRow } from './useRows.ts';
import { nameOf } from './nameOf.ts';
import { useText } from '../settings/useText.ts';
import { isOffered } from './withheld.ts';

/** Pixels of a row (list.css). */
const rowHeights = { compact: 32, middle: 40, roomy: 52 } as const;
/** Pixels on both sides of the list within its tab (admin.css), the bar that scrolls it among them. */
const frameEdges = 80;
/** Above all ids, which are never negative: rows that stand for what is not drawn. */
const leftOut = (place: number, pixels: number): Drawn => ({ id: -1 - place, left: pixels });

type Drawn = TreeRow & { readonly left?: number };

/**
 * The list as a table: header and buttons stay where they are while the rest scrolls. antd gets the rows in sight one after the
 * other, and none of them as the child of another: drawing thousands takes seconds. Its own `virtual` scrolls in a box of a
 * fixed height and draws `div`s, which are no table to those who hear the page.
 */
export function RowsTable(props: RowsProps & { readonly look?: Pick<ListColumns, 'choice' | 'change'> }) {
  const text = useText();
  const { manifest, state, shown, rows, fetching, unfolded, empty, onUnfold, onEdit } = props;
  const frame = useTabFrame();
  const box = useRef<HTMLDivElement>(null);
  const withShift = useRef(false);
  const steady = {
    ...props,
    onCall: useSteady(props.onCall),
    onEdit: useSteady(onEdit),
    onDuplicate: useSteady(props.onDuplicate),
    onHistory: useSteady(props.onHistory),
  };
  const lead = useLeadColumn(steady, withShift);
  const buttons = useButtonsColumn(steady);
  const { choice, onWidth } = useWidths(props.look);
  const { widths, pins, density } = choice;
  const contents = useContentWidths(manifest, shown, rows);
  const taken = Number(lead?.column.width ?? 0) + Number(buttons?.width ?? 0);
  const room = (frame?.clientWidth ?? Infinity) - frameEdges - taken;
  const columns = useMemo(
    () => columnsOf(manifest, shown, state, { choice: { widths, pins }, contents, room, onWidth }, text),
    [manifest, shown, state, widths, pins, contents, room, onWidth, text],
  );
  // Nobody has a column wider than they have dragged it, when none takes what is left.
  const isFixed = columns.every(({ width }) => width !== undefined) && shown.some((name) => name in widths);
  const lines = useMemo(() => linesOf(rows, unfolded), [rows, unfolded]);
  const ids = useMemo(() => lines.map(({ row }) => row.id), [lines]);
  const { parts, isLong, hold } = useDrawnLines(ids, box, {
    lines: '.ant-table-tbody',
    height: rowHeights[density],
    gap: 0,
    cells: shown.length,
  });
  const drawn = parts.map((part, place) => ('left' in part ? leftOut(place, part.left) : lines[part.place]!.row));
  const tree = useTreeLines(lines, unfolded, onUnfold);
  const mayEdit = manifest.actions.includes('edit') && state.view === undefined;
  const sort: TableProps<Drawn>['onChange'] = (_pages, _filters, sorter, { action }) => {
    if (action === 'sort') props.onChange({ order: sortingOf([sorter].flat(), state.order, withShift.current) });
  };
  const all = [...(lead ? [lead.column] : []), ...columns, ...(buttons ? [buttons] : [])];
  const propsOf = (row: Drawn, place: number): RowAttributes => {
    if (row.left !== undefined) return { left: row.left };
    const part = parts[place];
    return {
      onDoubleClick: (event) => mayEdit && isOffered(row, 'edit') && !isControl(event.target) && onEdit(row.id),
      ...(isLong && part && 'place' in part && { 'aria-rowindex': part.place + 1 }),
    };
  };
  return (
    <div
      ref={box}
      // Not with the click: that of a label comes once more to its box, and without the key.
      onPointerDownCapture={(event) => {
        withShift.current = event.shiftKey;
        hold(event);
      }}
      onKeyDownCapture={(event) => (withShift.current = event.shiftKey)}
      onFocusCapture={hold}
    >
      <TreeLines value={tree}>
        <RowOpener manifest={manifest} view={state.view} onEdit={onEdit}>
          <Table<Drawn>
            rowKey="id"
            size="middle"
            className={`rows-table is-${density} ${isFixed ? 'has-own-widths' : ''}`}
            columns={all}
            dataSource={drawn}
            loading={{ spinning: fetching, delay: 300 }}
            pagination={false}
            scroll={{ x: all.reduce((sum, { width, minWidth }) => sum + Number(width ?? minWidth), 0) }}
            sticky={{
              offsetScroll: 0,
              getContainer: () => (frame?.querySelector<HTMLElement>('.tab-scroll') ?? window) as HTMLElement,
            }}
            components={components}
            showSorterTooltip={false}
            locale={{ emptyText: empty }}
            rowClassName={(row) =>
              isAncestor(row) ? 'is-ancestor' : lead?.ticked.has(row.id) ? 'ant-table-row-selected' : ''
            }
            // Children are lines of their own.
            expandable={{ childrenColumnName: 'none' }}
            onRow={(row, place) => propsOf(row, place!)}
            onChange={sort}
            {...(isLong && { 'aria-rowcount': lines.length })}
          />
        </RowOpener>
      </TreeLines>
    </div>
  );
}

/** What somebody has made of the columns, and how they drag one. */
function useWidths(look: Pick<ListColumns, 'choice' | 'change'> = unchanged) {
  const latest = useRef(look);
  useEffect(() => {
    latest.current = look;
  });
  const onWidth = useCallback((name: string, width: number): void => {
    const { choice, change } = latest.current;
    change({ ...choice, widths: { ...choice.widths, [name]: width } });
  }, []);
  return { choice: look.choice, onWidth };
}

const unchanged = { choice: noChoice, change: () => {} };

type RowAttributes = HTMLAttributes<HTMLTableRowElement> & { 'data-row-key'?: number; left?: number };

/** A row, or the height of rows that are not drawn. */
function BodyRow({ left, ...props }: RowAttributes) {
  const { Row = 'tr' } = useDragParts() ?? {};
  return left === undefined ? <Row {...props} /> : <tr aria-hidden style={{ height: left }} />;
}

const components = { header: { cell: HeaderCell }, body: { row: BodyRow } };

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
  const { manifest, state } = props;
  const text = useText();
  const count = rowButtonCount(manifest, state.view);
  if (count === 0) return undefined;
  return {
    key: 'buttons',
    className: 'actions-cell',
    title: text('actions'),
    fixed: 'right',
    align: 'center',
    width: Math.max(count * buttonWidth + 20, 80),
    render: (_, row) => <RowButtons {...buttonsProps({ ...props, row })} />,
  };
}

/** Pixels of what a row begins with (list.css). */
const tickWidth = 48;
const gripWidth = 28;

/** What a row begins with: its grip where rows can be dragged, and a box where anything can be done with ticked rows. */
function useLeadColumn(
  props: RowsProps,
  withShift: RefObject<boolean>,
): { column: TableColumnType<TreeRow>; ticked: ReadonlySet<number> } | undefined {
  const { manifest, state, draggable } = props;
  const text = useText();
  const { ticked, half, tickRow, tickAll, areAllTicked, areSomeTicked } = useTicks(props);
  const onTick = useSteady((id: number, on: boolean) => tickRow(id, on, withShift.current));
  const canTick = maySelect(manifest, state.view);
  const isElsewhere = maySort(manifest) && state.view === undefined && !isDragOrder(manifest, state);
  const canDrag = isElsewhere || hasGrip(manifest, state.view, draggable);
  if (!canTick && !canDrag) return undefined;
  const column: TableColumnType<TreeRow> = {
    key: 'lead',
    className: 'ant-table-selection-column',
    fixed: 'left',
    width: (canTick ? tickWidth : 12) + (canDrag ? gripWidth : 0),
    title: (
      <span className={`row-lead ${canDrag && !isElsewhere ? 'beside-grips' : ''}`}>
        {isElsewhere && <ManualOrder onClick={() => props.onChange({ order: readOrder(manifest.list.dragOrder!) })} />}
        {canTick ? (
          <Checkbox
            aria-label={text('selectAll')}
            checked={areAllTicked}
            indeterminate={areSomeTicked && !areAllTicked}
            onChange={({ target }) => tickAll(target.checked)}
          />
        ) : (
          <span className="visually-hidden">{text('draggedOrder')}</span>
        )}
      </span>
    ),
    render: (_, row) => (
      <RowLead
        {...buttonsProps({ ...props, row })}
        {...{ canDrag, isElsewhere, onTick }}
        canTick={canTick && !isAncestor(row)}
        ticked={ticked.has(row.id)}
        half={half.has(row.id)}
      />
    ),
  };
  return { column, ticked };
}

interface LeadProps extends RowButtonsProps {
  readonly canDrag: boolean;
  readonly canTick: boolean;
  /** Whether rows would have grips in another order of the list. */
  readonly isElsewhere: boolean;
  readonly ticked: boolean;
  readonly half: boolean;
  readonly onTick: (id: number, on: boolean) => void;
}

/** Drawn anew only where something is different in its row. */
const RowLead = memo(function RowLead({ canDrag, canTick, isElsewhere, ticked, half, onTick, ...props }: LeadProps) {
  const text = useText();
  const { manifest, row } = props;
  return (
    <span className={`row-lead ${isElsewhere ? 'beside-grips' : ''}`}>
      {canDrag && <RowGrip {...props} />}
      {canTick && (
        <Checkbox
          aria-label={text('selectRow', { row: nameOf(manifest, row) })}
          checked={ticked}
          indeterminate={half}
          onChange={({ target }) => onTick(row.id, target.checked)}
        />
      )}
    </span>
  );
});

/** Above the places of the grips, while the list is in an order that dragging does not change. */
function ManualOrder({ onClick }: { readonly onClick: () => void }) {
  const text = useText();
  return (
    <Hint title={text('dragOrder')}>
      <Button
        type="text"
        size="small"
        className="manual-order"
        icon={<HolderOutlined aria-hidden />}
        aria-label={text('dragOrder')}
        onClick={() => {
          // It goes.
          focusTicks();
          onClick();
        }}
      />
    </Hint>
  );
}
