import type { Caller } from './caller.ts';
import type { FieldMap } from './field.ts';
import type { Where } from './types.ts';

/**
 * One row rule for reading and one for changing; `true` is every row, `false` none. Paths in it read related rows as they are,
 * deleted ones and those that the caller may not see too: the rule alone decides about the rows of its table.
 */
export type RowRule<F extends FieldMap, W extends string = never> = (caller: Caller) => boolean | Where<F, W>;
