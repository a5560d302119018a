import { buffer } from 'node:stream/consumers';
import type { AttachmentRow } from './attachmentAnswer.ts';
import type { UploadParts } from './uploadParts.ts';

/** All bytes of a file; undefined when its storage has lost it. */
export async function readWhole({ storages }: UploadParts, row: AttachmentRow): Promise<Buffer | undefined> {
  const stored = await (await storages.of(row.storage!)).get(row.key!);
  return stored && buffer(stored.body);
}
