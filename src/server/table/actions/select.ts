import type { ListQuery } from '../answers.ts';
import { tableCall } from './tableCall.ts';

/** Rows to choose from, also for those who only fill in a form that refers to the table. */
export const select = tableCall({
  name: 'select',
  method: 'GET',
  writes: false,
  input: ({ query }): [query: ListQuery] => [query],
  run: ({ reader }, caller, model, query) => reader.select(caller, model, query),
});
