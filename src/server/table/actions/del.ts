import { removeRows } from '../write/remove.ts';
import { idsIn, idsOf } from './input.ts';
import { tableCall } from './tableCall.ts';

/** Deletes all of the rows or, when the caller may not delete one of them, none. Gives how many went. */
export const del = tableCall({
  name: 'del',
  method: 'DELETE',
  success: 'rows:deleted',
  writes: true,
  input: (request): [ids: readonly unknown[]] => [idsIn(request)],
  run: ({ write }, caller, model, ids) => removeRows(write, caller, model, idsOf(model, ids)),
  answer: (count) => ({ count }),
});
