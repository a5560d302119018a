import { destroyRows } from '../write/remove.ts';
import { choiceIn, type Choice } from './input.ts';
import { chosenIds } from './matching.ts';
import { tableCall } from './tableCall.ts';

/** Deletes rows for good that are in the trash: all or none. */
export const destroy = tableCall({
  name: 'destroy',
  method: 'DELETE',
  success: 'rows:deleted',
  writes: true,
  input: (request): [choice: Choice] => [choiceIn(request)],
  async run(context, caller, model, choice) {
    return destroyRows(context.write, caller, model, await chosenIds(context, caller, model, choice));
  },
  answer: (count) => ({ count }),
});
