import { removeRows } from '../write/remove.ts';
import { choiceIn, type Choice } from './input.ts';
import { chosenIds } from './matching.ts';
import { tableCall } from './tableCall.ts';

/** Deletes all of the rows or, when the caller may not delete one of them, none. Gives how many went. */
export const del = tableCall({
  name: 'del',
  method: 'DELETE',
  success: 'rows:deleted',
  writes: true,
  input: (request): [choice: Choice] => [choiceIn(request)],
  async run(context, caller, model, choice) {
    return removeRows(context.write, caller, model, await chosenIds(context, caller, model, choice));
  },
  answer: (count) => ({ count }),
});
