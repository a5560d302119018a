import { memo } from 'react';
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
interface Room {
  /** Buttons beside the menu with the rest. */
  readonly most?: number;
}

/** Whether each row has a grip. */
export const hasGrip = (manifest: Manifest, view: string | undefined, draggable: boolean): boolean =>
  draggable && handlesOf(manifest, view).length > 0;

/** What the row is dragged by, as far as the caller may. */
export function RowGrip({ view, draggable, ...props }: RowButtonsProps) {
  if (!draggable) return null;
  const handles = handlesOf(props.manifest, view).filter(({ name }) => isOffered(props.row, name));
  return handles.map(({ name, Handle }) => Handle && <Handle key={name} {...props} />);
}

const places = (manifest: Manifest, view: string | undefined, most: number, row: ListRow = { id: 0 }) => {
  const actions = rowActions(manifest, view).filter(({ name }: ListAction) => isOffered(row, name));
  return { first: actions.slice(0, most), rest: actions.slice(most) };
};

/** How many buttons stand in each row. */
export function rowButtonCount(manifest: Manifest, view: string | undefined): number {
  const { first, rest } = places(manifest, view, mostInRow);
  return first.length + Math.min(rest.length, 1);
}

const mostInRow = 2;

/**
 * The buttons of one row, as far as the caller may use them: the first few, and a menu with the rest. Drawn anew only for
 * another row: a list has a hundred of them.
 */
export const RowButtons = memo(function RowButtons({
  view,
  draggable: _draggable,
  most = mostInRow,
  ...props
}: RowButtonsProps & Room) {
  const text = useText();
  const { first, rest } = places(props.manifest, view, most, props.row);
  const tools = rest.flatMap(({ row }) => row?.(props, text) ?? []);
  // What takes something away is not where Enter, pressed by habit, finds it.
  const menu = [...tools.filter(({ danger }) => !danger), ...tools.filter(({ danger }) => danger)];
  return (
    <span className="row-buttons" onDoubleClick={(event) => event.stopPropagation()}>
      {first.map(({ name, row }) => row && <RowButton key={name} tool={row(props, text)} />)}
      {menu.length > 0 && <MoreButton tools={menu} />}
    </span>
  );
});
