import { fieldKind } from '../field.ts';
import { operatorsFor } from '../operators.ts';
import { checkOnDelete, type BelongsToOptions } from './belongsTo.ts';
import { isNoRow, readId } from './readId.ts';

/** The id of the row above, in the same table; null at the top. The trait `tree` adds one as `pid`. */
export const parent = fieldKind<number, BelongsToOptions, 'parent'>({
  kind: 'parent',
  ownOptions: ['to', 'onDelete'],
  column: () => ({ type: 'integer' }),
  // Which table it is in is known once it is in one.
  encoding: (options) => ({ as: 'row', to: (options as { to?: string }).to ?? '' }),
  operators: operatorsFor.choice,
  check: checkOnDelete,
  isEmpty: isNoRow,
  parse: readId,
  relation: 'parent',
  declared: () => ({}),
});
