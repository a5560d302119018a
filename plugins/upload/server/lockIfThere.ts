import { Problem, type FieldsOf, type TransactionRows } from '#resource';
import type { AttachmentRow } from './attachmentAnswer.ts';

/** The row of a file as nobody else changes it until the transaction ends; undefined when it was deleted meanwhile. */
export async function lockIfThere(
  files: TransactionRows<FieldsOf<'attachment'>>,
  id: number,
): Promise<AttachmentRow | undefined> {
  try {
    return await files.lock(id);
  } catch (error) {
    if (error instanceof Problem && error.key === 'rows:notFound') return undefined;
    throw error;
  }
}
