import type { Manifest } from '#resource';
import { add } from './add.tsx';
import { bulkEdit } from './bulkEdit.tsx';
import { del } from './del.tsx';
import { destroy } from './destroy.tsx';
import { duplicate } from './duplicate.tsx';
import { edit } from './edit.tsx';
import { exporting } from './export.tsx';
import { history } from './history.tsx';
import { importing } from './import.tsx';
import type { ListAction } from './listAction.ts';
import { ownAction } from './own.tsx';
import { restore } from './restore.tsx';
import { sortable } from './sortable.tsx';

/** The product's actions in the order of their buttons. */
const builtIn: readonly ListAction[] = [
  add,
  sortable,
  edit,
  bulkEdit,
  restore,
  history,
  del,
  destroy,
  importing,
  exporting,
];
/** Those that stand behind the table's own. */
const last: readonly ListAction[] = [duplicate];
/** One component for each button as long as the manifest is the same. */
const known = new WeakMap<Manifest, readonly ListAction[]>();

function actionsOf(manifest: Manifest): readonly ListAction[] {
  let actions = known.get(manifest);
  if (!actions) {
    const isGiven = ({ name, needs = name }: ListAction): boolean => manifest.actions.includes(needs);
    actions = [...builtIn.filter(isGiven), ...manifest.buttons.map(ownAction), ...last.filter(isGiven)];
    known.set(manifest, actions);
  }
  return actions;
}

/** The same list with actions of a page of a plugin's behind its own. */
export function withActions(manifest: Manifest, more: readonly ListAction[]): Manifest {
  const own = { ...manifest };
  const all = actionsOf(own);
  const isLast = (action: ListAction): boolean => last.includes(action);
  known.set(own, [...all.filter((each) => !isLast(each)), ...more, ...all.filter(isLast)]);
  return own;
}

const isIn = ({ view: own }: ListAction, view: string | undefined): boolean => own === view || own === '*';

/** The actions with a button in each row of the list or of a view, as far as the caller may do them. */
export const rowActions = (manifest: Manifest, view: string | undefined): ListAction[] =>
  actionsOf(manifest).filter((each) => each.row && isIn(each, view));

/** Those with a button above the list. */
export const barActions = (manifest: Manifest, view: string | undefined): ListAction[] =>
  actionsOf(manifest).filter((each) => each.bar && each.ticked !== true && isIn(each, view));

/** Those with a button for ticked rows. */
export const tickedActions = (manifest: Manifest, view: string | undefined): ListAction[] =>
  actionsOf(manifest).filter((each) => each.bar && each.ticked && isIn(each, view) && each.isFor?.(manifest) !== false);

/** Those that rows are dragged for. */
export const handlesOf = (manifest: Manifest, view: string | undefined): ListAction[] =>
  actionsOf(manifest).filter((each) => each.Handle && isIn(each, view));

/** Whether the caller may do anything with several rows at once. */
export const maySelect = (manifest: Manifest, view: string | undefined): boolean =>
  tickedActions(manifest, view).length > 0;
