import { createHash } from 'node:crypto';
import { Problem, type Caller, type RealmName } from '#resource';
import type { PluginTransaction } from '#plugin';
import { topicOf } from '../shared/savename.ts';
import type { AttachmentRow } from './attachmentAnswer.ts';
import { lockIfThere } from './lockIfThere.ts';
import { markOf, newAddress } from './newAddress.ts';
import { safeSuffix } from './sniff.ts';
import type { StorageName } from './storages.ts';
import type { UploadParts } from './uploadParts.ts';

/** Whose a file is. */
export interface Owner {
  readonly realm: RealmName;
  readonly id: number;
}

/** Where a file lies. */
export interface StoredAt {
  readonly storage: StorageName;
  readonly key: string;
  readonly size: number;
  /** Of the stored bytes. */
  readonly sha1: string;
  /** Of the bytes as they were sent. */
  readonly sent_sha1: string;
}

/** A file that lies in its storage already. */
export interface NewAttachment {
  readonly given: { readonly owner: Owner; readonly topic?: string; readonly caller: Caller };
  readonly stored: StoredAt;
  readonly facts: {
    /** Made by `displayName`. */
    readonly name: string;
    readonly mimetype: string;
    /** Without a dot. */
    readonly suffix: string;
    readonly width?: number;
    readonly height?: number;
    readonly isPrivate: boolean;
  };
  /** The address, where the file lies below one already; made from the template otherwise. */
  readonly url?: string;
  /** Called in the transaction that lets a row name the file; what it throws prevents that. */
  guard?(transaction: Pick<PluginTransaction, 'rows'>): Promise<void>;
}

/**
 * Writes the row of a stored file. Where the same owner has the same content already, that row is the answer and the new
 * file goes. Of other owners' files nothing is looked at.
 */
export async function addAttachment(parts: UploadParts, added: NewAttachment): Promise<AttachmentRow> {
  const { urls, ...values } = await valuesOf(parts, added);
  const again = await uploadedAgain(parts, added, values.identity);
  if (again) return again;
  try {
    return await parts.host.transaction(added.given.caller, async ({ rows, now }) => {
      await added.guard?.({ rows });
      const files = rows('attachment', parts.host.system);
      // One file of the owner has that address and other content since it was replaced.
      const isTaken = (await files.count({ url: urls.first })) > 0;
      const url = isTaken ? urls.second : urls.first;
      return files.add({ ...values, url, last_upload_time: now, unused_time: now });
    });
  } catch (error) {
    // Somebody has sent the same at the same time.
    const other = error instanceof Problem && (await uploadedAgain(parts, added, values.identity));
    if (other) return other;
    throw error;
  }
}

async function valuesOf(parts: UploadParts, { given, stored, facts, url }: NewAttachment) {
  const { isPrivate, ...shown } = facts;
  const topic = topicOf(given.topic ?? 'default');
  const suffix = safeSuffix({ type: facts.mimetype, suffix: facts.suffix, suffixes: [] });
  const address = { ...facts, suffix, topic, sha1: stored.sha1 };
  const identity = identityOf(given.owner, stored, topic, isPrivate);
  const first = url ?? (await newAddress(parts, address, isPrivate ? undefined : await markOf(parts, identity)));
  return {
    ...shown,
    ...stored,
    topic,
    identity,
    urls: { first, second: await newAddress(parts, address) },
    is_private: isPrivate ? (1 as const) : (0 as const),
    ...(given.owner.realm === 'admin' ? { admin_id: given.owner.id } : { user_id: given.owner.id }),
  };
}

/** What makes two uploads one: whose it is, the bytes, and where they go. */
export const identityOf = (
  { realm, id }: Owner,
  { storage, sent_sha1 }: Pick<StoredAt, 'storage' | 'sent_sha1'>,
  topic: string,
  isPrivate: boolean,
): string =>
  createHash('sha256')
    .update(JSON.stringify([realm, id, sent_sha1, topic, storage, isPrivate]))
    .digest('hex');

/** The row that the owner has of this content, as uploaded now; the newer of the two files goes, or takes the place of one that is lost. */
async function uploadedAgain(
  { host, storages }: UploadParts,
  { given, stored, facts, guard }: NewAttachment,
  identity: string,
): Promise<AttachmentRow | undefined> {
  const [known] = await host.rows('attachment', host.system).list({ identity }, { limit: 1 });
  if (!known) return undefined;
  // A file that was moved may have the identity of where it was.
  const isThere = (await (await storages.of(known.storage!)).head(known.key!)) !== undefined;
  const row = await host.transaction(given.caller, async ({ rows, now }) => {
    await guard?.({ rows });
    const files = rows('attachment', host.system);
    // Deleted or replaced meanwhile: then it is a new one.
    const current = await lockIfThere(files, known.id);
    if (current?.identity !== identity) return undefined;
    const { storage, key, size, sha1 } = stored;
    const moved = isThere ? {} : { storage, key, size, sha1, mimetype: facts.mimetype };
    return files.edit(known.id, { ...moved, last_upload_time: now, ...(current.quote === 0 && { unused_time: now }) });
  });
  if (row && row.key !== stored.key) await (await storages.of(stored.storage)).delete(stored.key);
  return row;
}
