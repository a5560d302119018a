import type { FieldManifest } from '#resource';
import type { ListRow } from '../fields/view.ts';

/** The value of a column: `category.name` lies in the nested row. */
export function valueOf(row: ListRow, { name }: FieldManifest): unknown {
  return name
    .split('.')
    .reduce<unknown>(
      (value, part) => (value === null || value === undefined ? value : (value as Record<string, unknown>)[part]),
      row,
    );
}
