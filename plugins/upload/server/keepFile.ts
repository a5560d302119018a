import { Readable } from 'node:stream';
import { newKey, type PutOptions, type Storage } from '#plugin';
import { Problem, type Caller } from '#resource';
import { isTypeAllowed, suffixOf } from '../shared/checks.ts';
import { displayName } from '../shared/displayName.ts';
import { addAttachment, type NewAttachment, type Owner } from './addAttachment.ts';
import type { AttachmentRow } from './attachmentAnswer.ts';
import { headOf } from './headOf.ts';
import { withoutLocation } from './location/withoutLocation.ts';
import { assertWithinDay } from './memberDay.ts';
import { isPicture, readPicture, type Picture } from './picture.ts';
import type { FileKind } from './fileKind.ts';
import { safeSuffix, sniff } from './sniff.ts';
import { discard, removeUnnamed } from './removeUnnamed.ts';
import type { UploadParts } from './uploadParts.ts';
import { rulesFor, type UploadRules } from './uploadRules.ts';

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
  /** Called when the body has been read; what it throws refuses the file. */
  end?(): Promise<void>;
}

/** A file in its storage, and what it is. */
export type StoredBytes = Pick<NewAttachment, 'stored' | 'facts'>;

/** Keeps the bytes as an attachment of the owner. On any failure nothing is left of them. */
export async function keepFile(parts: UploadParts, body: Readable, given: GivenFile): Promise<AttachmentRow> {
  const rules = await rulesFor(parts, given.field);
  await assertWithinDay(parts, given.owner, 1);
  const kept = await keepBytes(parts, body, given, rules);
  const withTopic = { ...given, topic: rules.topic ?? given.topic };
  try {
    await assertWithinDay(parts, given.owner, kept.stored.size);
    return await addAttachment(parts, { given: withTopic, ...kept });
  } catch (error) {
    await removeUnnamed(parts, { storage: kept.stored.storage, key: kept.stored.key }, error);
    throw error;
  }
}

/** Streams the bytes into the storage that the settings name and finds out what they are. On any failure nothing is left of them. */
export async function keepBytes(
  parts: UploadParts,
  body: Readable,
  given: Pick<GivenFile, 'name' | 'declaredType' | 'sha1' | 'signal' | 'end' | 'owner'>,
  rules: UploadRules,
): Promise<StoredBytes> {
  const { name, sha1, signal, owner } = given;
  const { head, whole } = await headOf(body, rules.limit);
  if (name === '' || head.length === 0) throw new Problem('upload:check.incomplete');
  const kind = await sniff(head, name);
  if (!rules.types.every((list) => isAllowed(list, given, kind))) throw new Problem('upload:check.type');
  const { name: storage, storage: place } = await parts.storages.current();
  const options: PutOptions = { limit: rules.limit, hash: 'sha1', type: kind.type, ...(signal && { signal }) };
  const put = (bytes: Readable | AsyncIterable<Uint8Array>, how: PutOptions) =>
    place.put(newKey(safeSuffix(kind)), bytes, how);
  const first = await put(whole, options);
  const made = [first.key];
  try {
    await given.end?.();
    if (sha1 !== undefined && sha1.toLowerCase() !== first.hash) throw new Problem('upload:check.hash');
    const sent = { who: `${owner.realm} ${owner.id}`, signal };
    const picture = isPicture(kind.type)
      ? await readPicture(() => opened(place, first.key), first.size, sent)
      : undefined;
    const cleaned = picture
      ? picture.cleaned && Readable.from([picture.cleaned])
      : await withoutLocation(place, first.key, first.size, kind.type, sent);
    // A picture that is written anew may be larger than it was.
    const { key, size, hash } = cleaned ? await put(cleaned, { ...options, limit: Infinity }) : first;
    if (cleaned) {
      made.push(key);
      // It tells the place: while it is there, nothing is kept.
      await place.delete(first.key);
    }
    return {
      stored: { storage, key, size, sha1: hash, sent_sha1: first.hash },
      facts: { ...factsOf(name, kind, picture), isPrivate: rules.isPrivate },
    };
  } catch (error) {
    for (const key of made) await discard(parts, place, key);
    throw error;
  }
}

/** Whether a list takes the content, and also what the file says that it is, which is all that browsers look at. */
function isAllowed(list: string, { name, declaredType }: Pick<GivenFile, 'name' | 'declaredType'>, kind: FileKind) {
  const suffix = suffixOf(name);
  // Many clients name no type, or one that says nothing.
  const types = kind.suffixes.includes(suffix) ? [declaredType, kind.type] : [declaredType];
  const isCalledSo = types.some((type) => isTypeAllowed(list, [suffix], type));
  return isCalledSo && isTypeAllowed(list, kind.suffixes, kind.type);
}

function factsOf(given: string, kind: FileKind, picture: Picture | undefined): Omit<StoredBytes['facts'], 'isPrivate'> {
  return {
    name: displayName(given, kind.suffixes, kind.suffix),
    mimetype: kind.type,
    suffix: kind.suffix || kind.suffixes[0] || '',
    ...(picture && { width: picture.width, height: picture.height }),
  };
}

/** Where a file is read from that was just stored. */
export async function opened(place: Storage, key: string): Promise<Readable> {
  const stored = await place.get(key);
  if (!stored) throw new Problem('server:notFound', {}, { status: 404 });
  return stored.body;
}
