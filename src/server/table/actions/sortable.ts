import { idOf } from '../read.ts';
import type { Body } from '../write/body.ts';
import { moveRow } from '../write/sort.ts';
import { tableCall } from './tableCall.ts';

/** Puts a row into the place of another; both spellings of the protocol. */
export const sortable = tableCall({
  name: 'sortable',
  method: 'POST',
  success: 'rows:moved',
  writes: true,
  input: ({ body }): [body: Body] => [body],
  async run({ write }, caller, model, body): Promise<void> {
    const [id, target] = [body['id'] ?? body['move'], body['targetId'] ?? body['target']];
    await moveRow(write, caller, model, idOf(model, id), idOf(model, target));
  },
  answer: () => null,
});
