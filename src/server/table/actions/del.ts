import { removeRows } from '../write/remove.ts';
import { choiceIn, isMatching, type Choice } from './input.ts';
import { chosenIds } from './matching.ts';
import { tableCall } from './tableCall.ts';

/** How many rows went; which ones where the caller has not named them, and they can come back. */
export interface Deleted {
  readonly count: number;
  readonly ids?: readonly number[];
}

/** Deletes all of the rows or, when the caller may not delete one of them, none. */
export const del = tableCall({
  name: 'del',
  method: 'DELETE',
  success: 'rows:deleted',
  writes: true,
  input: (request): [choice: Choice] => [choiceIn(request)],
  async run(context, caller, model, choice): Promise<Deleted> {
    const ids = await chosenIds(context, caller, model, choice);
    const count = await removeRows(context.write, caller, model, ids);
    return { count, ...(isMatching(choice) && model.traits.has('trash') && { ids }) };
  },
});
