import { Checkbox } from 'antd';
import type { HTMLAttributes, PropsWithChildren } from 'react';
import { isAncestor } from './ancestors.ts';
import { Value } from './columns.tsx';
import { maySelect } from './actions/index.ts';
import { useDragParts } from './dragParts.ts';
import { nameOf } from './nameOf.ts';
import { RowButtons as Buttons, RowGrip, type RowButtonsProps } from './RowButtons.tsx';
import type { RowsProps } from './rowsProps.ts';
import { tickBranches } from './treeTicks.ts';
import type { TreeRow } from './useRows.ts';
import { useText } from '../settings/useText.ts';

/** What every layout of a list makes its rows of. They take the properties of the list as they are, with a row. */
type RowPart = RowsProps & { readonly row: TreeRow };

type ItemProps = Pick<RowPart, 'row'> & Omit<HTMLAttributes<HTMLLIElement>, 'id'>;

/** An entry of the list, which must stand within a `ul`; it can be dragged where rows can be. */
export function RowItem({ row: { id }, ...props }: ItemProps) {
  const { Item } = useDragParts() ?? {};
  return Item ? <Item {...props} id={id} data-row-key={id} /> : <li {...props} data-row-key={id} />;
}

/** What is inside, with a box to tick the row by, where anything can be done with ticked rows. */
export function RowCheckbox({ manifest, state, rows, selected, onSelect, row, children }: PropsWithChildren<RowPart>) {
  const text = useText();
  if (!maySelect(manifest, state.view) || isAncestor(row)) return children;
  return (
    <Checkbox
      checked={selected.includes(row.id)}
      // What stands below it is ticked with it, in sight or not.
      onChange={({ target }) => onSelect(tickBranches(rows, selected, [row.id], target.checked))}
      {...(children === undefined && { 'aria-label': text('selectRow', { row: nameOf(manifest, row) }) })}
    >
      {children}
    </Checkbox>
  );
}

/** One value, by the name of its field, to be changed in place where the table says so; nothing without such a field. */
export function RowValue({ manifest, state, row, name }: RowPart & { readonly name: string }) {
  const field = manifest.fields[name];
  if (!field?.readable) return null;
  return <Value manifest={manifest} field={field} row={row} editable={state.view === undefined} />;
}

/** The buttons of the row, as far as the caller may use them, behind what it is dragged by. */
export function RowButtons(props: RowPart) {
  return (
    <span className="row-tools">
      <RowGrip {...buttonsProps(props)} />
      <Buttons {...buttonsProps(props)} />
    </span>
  );
}

/** What buttons need to know of the list and the row. */
export const buttonsProps = ({
  manifest,
  row,
  state,
  draggable,
  onEdit,
  onDuplicate,
  onHistory,
  onCall,
}: RowPart): RowButtonsProps => ({
  manifest,
  row,
  view: state.view,
  draggable,
  onEdit,
  onDuplicate,
  onHistory,
  onCall,
});
