import type { TFunction } from 'i18next';
import type { ListRow } from './listRow.ts';

/** Who has uploaded an attachment: an administrator by name, a member by number; undefined when they are forgotten. */
export function uploaderOf(row: ListRow, t: TFunction<'upload'>): string | undefined {
  const { admin_id: admin, user_id: member } = row;
  const named = row['admin'] as { readonly username?: string } | null | undefined;
  if (admin) return named?.username ?? `#${String(admin)}`;
  return member ? t('attachment.member', { id: member }) : undefined;
}
