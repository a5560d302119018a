import { tableCall } from './tableCall.ts';

/** One row, whole; at `edit`, as the protocol has it. */
export const read = tableCall({
  name: 'edit',
  method: 'GET',
  writes: false,
  input: ({ query }): [id: unknown] => [query['id']],
  run: ({ reader }, caller, model, id) => reader.read(caller, model, id),
  answer: (row) => ({ row }),
});
