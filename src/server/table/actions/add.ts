import type { Body } from '../write/body.ts';
import { addWithLines } from '../write/saveWithLines.ts';
import { seenLater } from './seenBy.ts';
import { keyIn } from './input.ts';
import { tableCall } from './tableCall.ts';

/** Adds a row. With a `key`, the same addition sent again within a day is the same row. */
export const add = tableCall({
  name: 'add',
  method: 'POST',
  success: 'rows:added',
  writes: true,
  input: (request): [body: Body, key?: string | undefined] => [request.body, keyIn(request)],
  async run({ write, reader }, caller, model, body, key) {
    const row = await addWithLines(write, caller, model, body, seenLater(reader, caller, model), key);
    return row();
  },
  answer: (row) => ({ row }),
});
