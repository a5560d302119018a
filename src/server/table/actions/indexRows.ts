import type { ListQuery } from '../answers.ts';
import { tableCall } from './tableCall.ts';

/** A page of the list, or all of a tree. With `select`, the same address answers what `select` does (protocol §3). */
export const index = tableCall({
  name: 'index',
  method: 'GET',
  writes: false,
  input: ({ query }): [query: ListQuery] => [query],
  run: ({ reader }, caller, model, query) => reader.index(caller, model, query),
});
