import { field, fieldKind, type FieldOptions } from '../field.ts';
import { operatorsFor } from '../operators.ts';
import { isNoRow, readId } from './readId.ts';

export interface BelongsToOptions extends FieldOptions {
  /** What happens to this row when the other is deleted: refuse (default), delete it too, or empty the field. */
  onDelete?: 'restrict' | 'cascade' | 'null';
}

/**
 * The id of a row of another table. The key must end in `_id`; the rest names the relation: `category_id` puts
 * `category: { id, <title> }` into the row and makes `category.name` a column.
 */
export const belongsToKind = fieldKind<number, BelongsToOptions & { to: string }>({
  kind: 'belongsTo',
  column: () => ({ type: 'integer' }),
  operators: operatorsFor.choice,
  isEmpty: isNoRow,
  parse: readId,
});

export const belongsTo = <const R extends string, const O extends BelongsToOptions>(to: R, options: O = {} as O) =>
  field<number, O & { to: R }, 'belongsTo'>('belongsTo', { ...options, to });
