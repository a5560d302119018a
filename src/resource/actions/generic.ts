import type { Action } from './action.ts';

/** The actions of every table unless its file leaves some out. What they do is in `src/server/table/actions/`. */
export const genericActions = {
  index: { on: 'list', changes: false },
  add: { on: 'list' },
  edit: { on: 'row' },
  del: { on: 'rows', danger: true },
  import: { on: 'list' },
  export: { on: 'list', changes: false },
} as const satisfies Readonly<Record<string, Action>>;
