import { forbidden, idOf } from '../read.ts';
import { undoEdit } from '../write/undoEdit.ts';
import { tableCall } from './tableCall.ts';

/** Takes back what a bulk edit of the caller's has done, but for rows that somebody has changed since. */
export const undoing = tableCall({
  name: 'undoEdit',
  node: 'edit',
  method: 'POST',
  success: 'rows:updated',
  writes: true,
  input: ({ body }): [id: unknown] => [body['id']],
  run: ({ write }, caller, model, id) => {
    if (!model.traits.has('history')) throw forbidden();
    return undoEdit(write, caller, model, idOf(model, id));
  },
});
