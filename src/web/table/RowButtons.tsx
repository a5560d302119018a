import type { Manifest } from '#resource';
import { useText } from '../settings/useText.ts';
import { MoreButton, RowButton } from './actions/buttons.tsx';
import { handlesOf, rowActions } from './actions/index.ts';
import type { ListAction, RowProps } from './actions/listAction.ts';
import type { ListRow } from '../fields/view.ts';
import { isOffered } from './withheld.ts';

export interface RowButtonsProps extends RowProps {
  /** Of the list that the row is in. */
  readonly view: string | undefined;
  readonly draggable: boolean;
}

/** Buttons that a row has room for; of more, the last is a menu with the rest. */
const most = 4;

const places = (manifest: Manifest, view: string | undefined, draggable: boolean, row: ListRow = { id: 0 }) => {
  const isHere = ({ name }: ListAction): boolean => isOffered(row, name);
  const handles = draggable ? handlesOf(manifest, view).filter(isHere) : [];
  const actions = rowActions(manifest, view).filter(isHere);
  const room = most - handles.length;
  const shown = actions.length > room ? room - 1 : room;
  return { handles, first: actions.slice(0, shown), rest: actions.slice(shown) };
};

/** How many buttons stand in each row. */
export function rowButtonCount(manifest: Manifest, view: string | undefined, draggable: boolean): number {
  const { handles, first, rest } = places(manifest, view, draggable);
  return handles.length + first.length + Math.min(rest.length, 1);
}

/** The buttons of one row, as far as the caller may use them. */
export function RowButtons({ view, draggable, ...props }: RowButtonsProps) {
  const text = useText();
  const { handles, first, rest } = places(props.manifest, view, draggable, props.row);
  return (
    <span className="row-buttons" onDoubleClick={(event) => event.stopPropagation()}>
      {handles.map(({ name, Handle }) => Handle && <Handle key={name} {...props} />)}
      {first.map(({ name, row }) => row && <RowButton key={name} tool={row(props, text)} />)}
      {rest.length > 0 && <MoreButton tools={rest.flatMap(({ row }) => row?.(props, text) ?? [])} />}
    </span>
  );
}
