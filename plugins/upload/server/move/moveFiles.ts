import { createHash } from 'node:crypto';
import { Invalid, Problem, type RealmName } from '#resource';
import type { Storage } from '#plugin';
import { identityOf } from '../addAttachment.ts';
import type { AttachmentRow } from '../attachmentAnswer.ts';
import { lockIfThere } from '../lockIfThere.ts';
import { removeStored } from '../removeFile.ts';
import type { StorageName } from '../storages.ts';
import type { UploadParts } from '../uploadParts.ts';
import { takeMoveLease, type LeaseOptions, type MoveLease } from './moveLease.ts';

/** Rows that are read at a time. */
const batch = 100;

/** How a file fared. `changed`: its bytes are others than when it was uploaded; it stays where it is. */
type MoveResult = 'moved' | 'missing' | 'changed' | 'unavailable';

/** What has happened to one file, of how many; or at the end, how many old copies were removed. */
export type MoveEvent =
  | { readonly id: number; readonly name: string; readonly result: MoveResult; readonly left: number }
  | { readonly removed: number };

export interface MoveOptions extends LeaseOptions {
  /** Whether the old copies stay. */
  readonly keep: boolean;
}

/**
 * Copies every file to another storage, compares its hash, and lets the row name the copy; when that is done, removes the old
 * ones. Files are served all the while. Broken off, it goes on where it was when it is begun again. One run at a time, over all
 * servers: a second one is refused.
 */
export async function* moveFiles(parts: UploadParts, options: MoveOptions): AsyncGenerator<MoveEvent> {
  const lease = await takeMoveLease(parts, options);
  try {
    yield* moveAll(parts, { ...options, lease, signal: AbortSignal.any([options.signal, lease.signal]) });
  } catch (error) {
    // Whoever is cut off on their way says so in words of their own.
    lease.signal.throwIfAborted();
    throw error;
  } finally {
    await lease.release();
  }
}

interface Run extends MoveOptions {
  readonly lease: MoveLease;
}

async function* moveAll(parts: UploadParts, run: Run): AsyncGenerator<MoveEvent> {
  const { to, keep, signal } = run;
  const rows = parts.host.rows('attachment', parts.host.system);
  const target = await parts.storages.of(to);
  const others = parts.storages.names().filter((name) => name !== to);
  let left = await rows.count({ storage: { in: others } });
  for (let last = 0; ;) {
    const found = await rows.list({ storage: { in: others }, id: { gt: last } }, { limit: batch });
    for (const row of found) {
      signal.throwIfAborted();
      left -= 1;
      yield { id: row.id, name: row.name, result: await moveOne(parts, row, target, run), left };
    }
    if (found.length < batch) break;
    last = found.at(-1)!.id;
  }
  yield { removed: keep ? 0 : await removeOld(parts, others, run) };
}

async function moveOne(
  parts: UploadParts,
  row: AttachmentRow,
  target: Storage,
  { to, signal, lease }: Run,
): Promise<MoveResult> {
  const key = row.key!;
  try {
    const stored = await (await parts.storages.of(row.storage!)).get(key);
    if (!stored) return 'missing';
    const body = verified(stored.body, row.sha1!, lease);
    // What an earlier try has left there is written over.
    await target.put(key, body, { limit: stored.size, hash: 'sha1', type: row.mimetype ?? '', replace: true, signal });
    if (!(await switchRow(parts, row, to, lease))) await removeCopy(parts, row, to, target);
    return 'moved';
  } catch (error) {
    if (error instanceof ChangedError) return 'changed';
    if (error instanceof Problem && error.options.status === 503) return 'unavailable';
    throw error;
  }
}

/** The bytes of a file are others than when it was uploaded. */
class ChangedError extends Error {}

/** The same bytes; fails at their end, so that no copy is made, when they are others, or another run may have begun. */
async function* verified(body: AsyncIterable<Uint8Array>, sha1: string, lease: MoveLease): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha1');
  for await (const chunk of body) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== sha1) throw new ChangedError();
  lease.assertHeld();
}

/** Removes a copy, unless the row names it by now. */
async function removeCopy({ host }: UploadParts, { id, key }: AttachmentRow, to: StorageName, target: Storage) {
  const now = await host.rows('attachment', host.system).get(id);
  if (now?.storage !== to || now.key !== key) await target.delete(key!);
}

/** Lets the row name the copy, unless the file was deleted or replaced meanwhile. */
async function switchRow(
  { host }: UploadParts,
  row: AttachmentRow,
  storage: StorageName,
  lease: MoveLease,
): Promise<boolean> {
  const owner = row.admin_id === null ? { realm: 'member' as RealmName, id: row.user_id ?? 0 } : adminOf(row.admin_id);
  const sent_sha1 = row.sent_sha1 ?? '';
  const identity = identityOf(owner, { storage, sent_sha1 }, row.topic ?? 'default', row.is_private === 1);
  const change = (values: { storage: StorageName; identity: string }) =>
    host.transaction(host.system, async ({ rows }) => {
      await lease.assertIn({ rows });
      const files = rows('attachment');
      const now = await lockIfThere(files, row.id);
      const isSame = now?.storage === row.storage && now?.key === row.key;
      if (isSame) await files.edit(row.id, values);
      return isSame;
    });
  try {
    return await change({ storage, identity });
  } catch (error) {
    // The owner has sent the same file there meanwhile: both rows stay, and only one of them is met when it is sent again.
    if (error instanceof Invalid) return change({ storage, identity: `moved ${crypto.randomUUID()}` });
    throw error;
  }
}

const adminOf = (id: number): { realm: RealmName; id: number } => ({ realm: 'admin', id });

/** Removes what lies in other storages of files that are in this one, that an earlier run has left too. */
async function removeOld(
  parts: UploadParts,
  others: readonly StorageName[],
  { to, signal, lease }: Run,
): Promise<number> {
  const rows = parts.host.rows('attachment', parts.host.system);
  const target = await parts.storages.of(to);
  let removed = 0;
  for (let last = 0; ;) {
    const found = await rows.list({ storage: to, id: { gt: last } }, { limit: batch });
    for (const { id, key, size } of found)
      for (const storage of others) {
        signal.throwIfAborted();
        const isThere = await (await parts.storages.of(storage)).head(key!).catch(() => undefined);
        if (!isThere) continue;
        // What is left elsewhere is the last copy where the one that the row names is gone.
        if ((await target.head(key!))?.size !== size) continue;
        // It may have been replaced meanwhile.
        const now = await rows.get(id);
        if (now?.storage === storage && now.key === key) continue;
        await lease.confirm();
        await removeStored(parts, { storage, key: key! }, () => lease.assertHeld());
        removed += 1;
      }
    if (found.length < batch) return removed;
    last = found.at(-1)!.id;
  }
}
