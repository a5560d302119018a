import type { Manifest } from '#resource';
import { itemsOf, type ListRow } from '../fields/view.ts';

/** What people call the row: its title (of a choice its label), or its id where that is empty. */
export function nameOf(manifest: Manifest, row: ListRow): string {
  const title = row[manifest.title];
  if (title === null || title === undefined || title === '') return `#${row.id}`;
  const field = manifest.fields[manifest.title];
  const key = String(title as string);
  return (field && itemsOf(field)[key]?.label) ?? key;
}
