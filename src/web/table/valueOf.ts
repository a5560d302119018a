import type { FieldManifest } from '#resource';
import type { ListRow } from '../fields/view.ts';

/** The value of a column: `category.name` lies in the nested row. */
export const valueOf = (row: ListRow, { name }: Pick<FieldManifest, 'name'>): unknown =>
  ownerOf(row, name)?.[lastPart(name)];

/** Whether the list has only the beginning of the value. */
export function isCut(row: ListRow, { name }: Pick<FieldManifest, 'name'>): boolean {
  const cut = ownerOf(row, name)?.['_cut'];
  return Array.isArray(cut) && cut.includes(lastPart(name));
}

const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** The row that has the value: this one, or one that it refers to. */
function ownerOf(row: ListRow, name: string): Readonly<Record<string, unknown>> | undefined {
  let owner: unknown = row;
  for (const part of name.split('.').slice(0, -1))
    owner = (owner as Record<string, unknown> | null | undefined)?.[part];
  return (owner ?? undefined) as Readonly<Record<string, unknown>> | undefined;
}
