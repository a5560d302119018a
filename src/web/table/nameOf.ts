import type { Manifest } from '#resource';
import { itemsOf, type ListRow } from '../fields/view.ts';
import type { useText } from '../settings/useText.ts';

/** What people call the row: its title (of a choice its label), or its id where that is empty. */
export function nameOf(manifest: Manifest, row: ListRow): string {
  const title = row[manifest.title];
  if (title === null || title === undefined || title === '') return `#${row.id}`;
  const field = manifest.fields[manifest.title];
  const key = String(title as string);
  return (field && itemsOf(field)[key]?.label) ?? key;
}

/** What is about to be added: “New administrator”, or “New record in Administrators” where rows have no name of their own. */
export const newRowTitle = ({ label, rowLabel }: Manifest, text: ReturnType<typeof useText>): string =>
  rowLabel === undefined ? text('addTo', { table: label }) : text('addRow', { row: rowLabel });
