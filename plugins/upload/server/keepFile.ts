import type { Readable } from 'node:stream';
import { newKey } from '#plugin';
import { Problem, type Caller } from '#resource';
import { isTypeAllowed, suffixOf } from '../shared/checks.ts';
import { displayName } from '../shared/displayName.ts';
import { addAttachment, type Owner } from './addAttachment.ts';
import type { AttachmentRow } from './attachmentAnswer.ts';
import type { UploadParts } from './uploadParts.ts';

/** What is said of a file that comes; none of it is believed. */
export interface GivenFile {
  readonly name: string;
  /** Media type that the client names. */
  readonly declaredType: string;
  readonly topic?: string;
  readonly owner: Owner;
  /** The field of a form that it is for. */
  readonly field?: { readonly table: string; readonly field: string };
  /** Hex; when given, other bytes are refused. */
  readonly sha1?: string;
  /** Who sends it, for rows that are written on their behalf. */
  readonly caller: Caller;
  readonly signal?: AbortSignal;
}

/** Keeps the bytes as an attachment of the owner. On any failure nothing is left of them. */
export async function keepFile(parts: UploadParts, body: Readable, given: GivenFile): Promise<AttachmentRow> {
  const { upload_maxsize: limit, upload_mimetype: list } = await parts.host.settings('upload');
  const { name: storage, storage: place } = await parts.storages.current();
  const suffix = suffixOf(given.name);
  const { key, size, hash } = await place.put(newKey(suffix), body, {
    limit,
    hash: 'sha1',
    ...(given.signal && { signal: given.signal }),
  });
  try {
    if (size === 0) throw new Problem('upload:check.incomplete');
    if (!isTypeAllowed(list, [suffix], given.declaredType)) throw new Problem('upload:check.type');
    if (given.sha1 !== undefined && given.sha1 !== hash) throw new Problem('upload:check.hash');
    return await addAttachment(parts, {
      given,
      stored: { storage, key, size, sha1: hash, sent_sha1: hash },
      facts: { name: displayName(given.name), mimetype: given.declaredType, suffix, isPrivate: false },
    });
  } catch (error) {
    await place.delete(key);
    throw error;
  }
}
