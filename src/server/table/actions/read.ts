import { tableCall } from './tableCall.ts';

/**
 * One row, whole, with the actions that would only be refused with it, and its secrets that hold nothing; at `edit`, as the
 * protocol has it.
 */
export const read = tableCall({
  name: 'edit',
  method: 'GET',
  writes: false,
  input: ({ query }): [id: unknown] => [query['id']],
  run: ({ reader }, caller, model, id) => reader.read(caller, model, id),
  answer: async (row, { reader }, caller, model) => ({
    row,
    ...(await reader.withheld(caller, model, [row])),
    ...(await reader.unset(caller, model, row.id)),
  }),
});
