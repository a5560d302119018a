import { restoreRows } from '../traits/trash.ts';
import { idsIn, idsOf } from './input.ts';
import { tableCall } from './tableCall.ts';

/** Takes rows out of the trash: all or none. */
export const restore = tableCall({
  name: 'restore',
  method: 'POST',
  success: 'rows:restored',
  writes: true,
  input: (request): [ids: readonly unknown[]] => [idsIn(request)],
  run: ({ write }, caller, model, ids) => restoreRows(write, caller, model, idsOf(model, ids)),
  answer: (count) => ({ count }),
});
