import { restoreRows } from '../traits/trash.ts';
import { choiceIn, type Choice } from './input.ts';
import { chosenIds } from './matching.ts';
import { tableCall } from './tableCall.ts';

/** Takes rows out of the trash: all or none. */
export const restore = tableCall({
  name: 'restore',
  method: 'POST',
  success: 'rows:restored',
  writes: true,
  input: (request): [choice: Choice] => [choiceIn(request)],
  async run(context, caller, model, choice) {
    return restoreRows(context.write, caller, model, await chosenIds(context, caller, model, choice));
  },
  answer: (count) => ({ count }),
});
