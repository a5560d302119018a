import type { Manifest } from '#resource';
import type { ListRow } from '../fields/view.ts';

/** What people call the row: its title, or its id where that is empty. */
export function nameOf(manifest: Manifest, row: ListRow): string {
  const title = row[manifest.title];
  return title === null || title === undefined || title === '' ? `#${row.id}` : String(title as string);
}
