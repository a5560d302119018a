import { Problem, type HookContext } from '#resource';
import { job, type JobRun, type Storage } from '#plugin';
import { findUses } from './findUses.ts';
import { lockIfThere } from './lockIfThere.ts';
import { recount } from './uses.ts';
import { removeStored } from './removeFile.ts';
import type { StorageName } from './storages.ts';
import type { Contribution, UploadParts } from './uploadParts.ts';

/** Seconds after which a file without a row is nobody's any more: uploads end long before. */
const abandoned = 86_400;
/** Keys that are looked up at a time. */
const batch = 100;
/** Files that one transaction removes: who saves a row with hooks meanwhile waits for it. */
const removedAtOnce = 20;
/** What `newKey` makes; whatever else lies in a storage is somebody else's. */
const ours = /^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{32}(?:\.\w{1,10})?$/;
const thumbOf = /^thumbs\/(.+)-\d+\.webp$/;

/**
 * Every night: finds uses, removes files that no row has used for so many days, and files that no row has. What people who are
 * forgotten have uploaded does not wait for it.
 */
export const tidied = (parts: UploadParts): Contribution => ({
  jobs: [
    job({
      name: 'tidy',
      schedule: '40 3 * * *',
      timeLimit: 7200,
      run: ({ signal }: JobRun<undefined>) => tidy(parts, signal),
    }),
    job<readonly number[]>({
      name: 'forget-files',
      retries: 10,
      run: async ({ data }: JobRun<readonly number[]>) => {
        let refusal: unknown;
        for (const id of data)
          await removeUnlessWanted(parts.host, [id], Infinity).catch((error: unknown) => void (refusal ??= error));
        // What stands in its way may go meanwhile; in the end it is a job that has failed.
        if (refusal !== undefined) throw refusal;
      },
    }),
  ],
});

async function tidy(parts: UploadParts, signal: AbortSignal): Promise<void> {
  await findUses(parts, signal);
  await removeUnused(parts, signal);
  const { name: current } = await parts.storages.current();
  for (const name of new Set<StorageName>(['local', current]))
    await sweep(parts, name, await parts.storages.of(name), signal);
}

async function removeUnused({ host }: UploadParts, signal: AbortSignal): Promise<void> {
  const { upload_unused_days: days } = await host.settings('upload');
  if (days === 0) return;
  const before = host.now() - days * 86_400;
  const next = async (last: number): Promise<readonly number[]> => {
    const unused = { id: { gt: last }, quote: 0, unused_time: { lt: before } };
    const found = await host.rows('attachment', host.system).list(unused, { sort: 'id', limit: removedAtOnce });
    return found.map(({ id }) => id);
  };
  for (let ids = await next(0); ids.length > 0; ids = await next(ids.at(-1)!)) {
    signal.throwIfAborted();
    await removeTogether(host, ids, before);
  }
}

/** All at once; one by one when a row uses one of them by now, or keeps it. */
async function removeTogether(host: UploadParts['host'], ids: readonly number[], before: number): Promise<void> {
  try {
    await removeUnlessWanted(host, ids, before);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // What a row keeps keeps no other file.
    if (ids.length > 1) for (const id of ids) await removeTogether(host, [id], before);
  }
}

/** Locked, it is used or it is not, and was sent again or was not. */
const removeUnlessWanted = (host: UploadParts['host'], ids: readonly number[], before: number): Promise<void> =>
  host.transaction(host.system, async ({ rows, now }) => {
    const files = rows('attachment');
    const unwanted: number[] = [];
    for (const id of ids) {
      const row = await lockIfThere(files, id);
      if (!row || row.unused_time === null || row.unused_time >= before) continue;
      if (ids.length > 1 || (await recount({ now, table: rows as HookContext['table'] }, id)) === 0) unwanted.push(id);
    }
    await files.del(unwanted);
  });

/** Removes what a crash has left: stored files whose row was never written, and thumbnails of what is gone. */
async function sweep(
  { host, storages }: UploadParts,
  name: StorageName,
  place: Storage,
  signal: AbortSignal,
): Promise<void> {
  const before = Math.floor(Date.now() / 1000) - abandoned;
  let keys: string[] = [];
  const look = async (): Promise<void> => {
    const sources = keys.map((key) => thumbOf.exec(key)?.[1] ?? key);
    // A move may have left a copy here on purpose; it removes that itself.
    const rows = await host.rows('attachment', host.system).list({ key: { in: sources } });
    const kept = new Set(rows.map(({ key }) => key));
    for (const [at, key] of keys.entries()) {
      if (kept.has(sources[at]!)) continue;
      if (thumbOf.test(key)) await place.delete(key);
      else await removeStored({ host, storages }, { storage: name, key });
    }
    keys = [];
  };
  for await (const { key, modified } of place.list()) {
    signal.throwIfAborted();
    if (modified > before || !(ours.test(key) || thumbOf.test(key))) continue;
    keys.push(key);
    if (keys.length >= batch) await look();
  }
  if (keys.length > 0) await look();
}
