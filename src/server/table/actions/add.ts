import type { Body } from '../write/body.ts';
import { addRow } from '../write/save.ts';
import { seenBy } from './seenBy.ts';
import { keyIn } from './input.ts';
import { tableCall } from './tableCall.ts';

/** Adds a row. With a `key`, the same addition sent again within a day is the same row. */
export const add = tableCall({
  name: 'add',
  method: 'POST',
  success: 'rows:added',
  writes: true,
  input: (request): [body: Body, key?: string | undefined] => [request.body, keyIn(request)],
  run: ({ write, reader }, caller, model, body, key) =>
    addRow(write, caller, model, body, seenBy(reader, caller, model), { key }),
  answer: (row) => ({ row }),
});
