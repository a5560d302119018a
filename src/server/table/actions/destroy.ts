import { destroyRows } from '../write/remove.ts';
import { idsIn, idsOf } from './input.ts';
import { tableCall } from './tableCall.ts';

/** Deletes rows for good that are in the trash: all or none. */
export const destroy = tableCall({
  name: 'destroy',
  method: 'DELETE',
  success: 'rows:deleted',
  writes: true,
  input: (request): [ids: readonly unknown[]] => [idsIn(request)],
  run: ({ write }, caller, model, ids) => destroyRows(write, caller, model, idsOf(model, ids)),
  answer: (count) => ({ count }),
});
