import { declaring, field, fieldKind, type FieldOptions, type Only } from '../field.ts';
import { operatorsFor } from '../operators.ts';
import { isNoRow, readId } from './readId.ts';

declare module '../types.ts' {
  interface ToOneKinds {
    belongsTo: true;
  }
}

export interface BelongsToOptions extends FieldOptions<number> {
  /** What happens to this row when the other is deleted: refuse (default), delete it too, or empty the field. */
  onDelete?: 'restrict' | 'cascade' | 'null';
}

const { kind } = fieldKind<number, BelongsToOptions & { to: string }>({
  kind: 'belongsTo',
  ownOptions: ['to', 'onDelete'],
  column: () => ({ type: 'integer' }),
  encoding: ({ to }) => ({ as: 'row', to }),
  operators: operatorsFor.choice,
  check: checkOnDelete,
  isEmpty: isNoRow,
  parse: readId,
  relation: 'one',
});

/** A field that must not be empty cannot be emptied. */
export function checkOnDelete({ onDelete, required }: BelongsToOptions): string | undefined {
  if (onDelete !== undefined && !['restrict', 'cascade', 'null'].includes(onDelete))
    return "onDelete is 'restrict', 'cascade' or 'null'.";
  return onDelete === 'null' && required
    ? "onDelete: 'null' would empty a required field: leave out one of them."
    : undefined;
}

/**
 * The id of a row of another table. The key must end in `_id`; the rest names the relation: `category_id` puts
 * `category: { id, <title> }` into the row and makes `category.name` a column.
 */
export const belongsTo = declaring(
  kind,
  <const R extends string, const O extends BelongsToOptions>(
    to: R,
    options: Only<O, BelongsToOptions> = {} as Only<O, BelongsToOptions>,
  ) => field<number, O & { to: R }, 'belongsTo'>(kind, { ...options, to }),
);
