import type { Model } from '#resource';
import type { RowListener, WriteContext } from '../write/transaction.ts';
import { history } from './history.ts';
import type { TraitHalf } from './traitHalf.ts';
import { trash } from './trash.ts';
import { tree } from './tree.ts';

/** By the trait's name. `sortable` is its column and its action; traits of plugins do all they do by actions. */
const halves: Readonly<Record<string, TraitHalf>> = { history, trash, tree };

/** The halves of the traits that a table has. */
export const halvesOf = ({ traits }: Model): TraitHalf[] => [...traits.keys()].flatMap((name) => halves[name] ?? []);

/** Tells the table's traits of a written row, after whoever else watches it. */
export function listenerOf(ctx: () => WriteContext, others: RowListener | undefined): RowListener {
  const listening = new WeakMap<Model, NonNullable<TraitHalf['written']>[]>();
  return async (tx, change) => {
    await others?.(tx, change);
    let found = listening.get(change.model);
    if (!found) listening.set(change.model, (found = halvesOf(change.model).flatMap(({ written }) => written ?? [])));
    for (const written of found) await written(ctx(), tx, change);
  };
}
