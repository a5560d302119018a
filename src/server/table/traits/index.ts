import type { ValueWatcher } from '#plugin';
import type { Model } from '#resource';
import type { RowListener, WriteContext } from '../write/transaction.ts';
import { watchersOf } from '../write/watch.ts';
import { historyListener } from './keepHistory.ts';
import type { ServerTrait } from './serverTrait.ts';
import { trash } from './trash.ts';
import { tree } from './tree.ts';

/**
 * By the trait's name. `sortable` is its column and its action, `history` hears of every written row; traits of plugins do all they do
 * by actions.
 */
const serverTraits: Readonly<Record<string, ServerTrait>> = { trash, tree };

/** What the server does for the traits that a table has. */
export const serverTraitsOf = ({ traits }: Model): ServerTrait[] =>
  [...traits.keys()].flatMap((name) => serverTraits[name] ?? []);

/** Tells the history of a written row and those who watch its kinds of values, after whoever else hears of all rows. */
export function listenerOf(
  ctx: () => WriteContext,
  others: RowListener | undefined,
  watchers: readonly ValueWatcher[],
): RowListener {
  const listening = new WeakMap<Model, readonly RowListener[]>();
  const listenersOf = (model: Model): RowListener[] => [
    ...historyListener(ctx(), model),
    ...watchersOf(ctx, watchers, model),
  ];
  return async (tx, change) => {
    await others?.(tx, change);
    let found = listening.get(change.model);
    if (!found) listening.set(change.model, (found = listenersOf(change.model)));
    for (const listener of found) await listener(tx, change);
  };
}
