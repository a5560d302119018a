import { KeyedMutex } from '#plugin';
import { Readable } from 'node:stream';
import type { Upload } from '@tus/server';
import { Problem, type Caller, type RealmName } from '#resource';
import { checkFile } from '../../shared/checks.ts';
import { displayName } from '../../shared/displayName.ts';
import { topicOf } from '../../shared/savename.ts';
import type { AttachmentRow } from '../attachmentAnswer.ts';
import { keepFile } from '../keepFile.ts';
import type { StorageName } from '../storages.ts';
import type { UploadParts } from '../uploadParts.ts';
import { assertWithinDay } from '../memberDay.ts';
import { nameIn, rulesFor } from '../uploadRules.ts';
import { Leases } from './lease.ts';
import { bytesOf, progressOf, removePieces, uploadsIn } from './pieces.ts';
import type { UnfinishedRow } from './unfinished.ts';

/** Seconds that an upload waits for its next bytes, and that its answer is kept when it is a file. */
const patience = 86_400;
const answered = 3600;
/** Uploads that one account may have begun and not ended. */
const quota = 20;

const gone = (): Problem => new Problem('upload:resume.gone', {}, { status: 404 });

/** Uploads in parts. Each is its creator's alone: to others it does not exist. */
export class UnfinishedUploads {
  readonly leases: Leases;
  readonly #parts: UploadParts;
  readonly #mutex = new KeyedMutex();

  constructor(parts: UploadParts) {
    this.#parts = parts;
    this.leases = new Leases(parts);
  }

  get #rows() {
    return this.#parts.host.rows('unfinished_upload', this.#parts.host.system);
  }

  /** The upload; a `Problem` with status 404 when there is none, or it is somebody else's. */
  async find(uuid: string, caller: Caller): Promise<UnfinishedRow> {
    const where = { uuid, realm: caller.realm, owner_id: caller.id };
    const [row] = /^[0-9a-f-]{36}$/.test(uuid) ? await this.#rows.list(where, { limit: 1 }) : [];
    if (!row || row.expires < this.#parts.host.now()) throw gone();
    return row;
  }

  /** Begins one, when what is said of the file passes the three checks. */
  async create({ id, size, metadata = {} }: Upload, caller: Caller): Promise<void> {
    const said = (name: string): string => metadata[name] ?? '';
    const facts = { name: said('filename'), size: size ?? 0, type: said('filetype') };
    const field = { table: nameIn(said('table')), field: nameIn(said('field')) };
    const { limit, types } = await rulesFor(this.#parts, field);
    for (const mimetype of types) {
      const refused = checkFile(facts, { maxsize: limit, mimetype });
      if (refused) throw new Problem(refused);
    }
    await assertWithinDay(this.#parts, caller, facts.size);
    const { name: storage } = await this.#parts.storages.current();
    const begun = {
      uuid: id,
      realm: caller.realm,
      owner_id: caller.id,
      name: displayName(facts.name),
      type: shortened(facts.type, 255),
      size: facts.size,
      topic: topicOf(said('topic')),
      for_table: field.table,
      for_field: field.field,
      sha1: shortened(said('sha1').toLowerCase(), 40),
      storage,
      expires: this.#parts.host.now() + patience,
    };
    // Of several that come at once, those that came first are taken.
    await this.#mutex.runExclusive(`${caller.realm}/${caller.id}`, async () => {
      const own = { realm: caller.realm, owner_id: caller.id, attachment_id: null };
      if ((await this.#rows.count(own)) >= quota)
        throw new Problem('upload:resume.tooMany', { count: quota }, { status: 429 });
      await this.#rows.add(begun);
    });
  }

  async touch({ id }: UnfinishedRow): Promise<void> {
    await this.#rows.edit(id, { expires: this.#parts.host.now() + patience });
  }

  async storageOf({ storage }: UnfinishedRow) {
    return this.#parts.storages.of(storage);
  }

  /** Ends it: nothing of it stays. */
  async remove(row: UnfinishedRow): Promise<void> {
    await removePieces(await this.storageOf(row), row.uuid);
    await this.#rows.del([row.id]);
  }

  /** The attachment that it has become; when all has come and nobody has asked before, it becomes one now. */
  async finish(row: UnfinishedRow, caller: Caller): Promise<AttachmentRow> {
    return this.leases.hold(row.id, row.uuid, async () => {
      const { attachment_id: known } = await this.find(row.uuid, caller);
      if (known !== null) return this.#attachment(known);
      const storage = await this.storageOf(row);
      if ((await progressOf(storage, row.uuid)).offset !== row.size)
        throw new Problem('upload:resume.incomplete', {}, { status: 409 });
      const kept = await this.#keep(row, caller, Readable.from(bytesOf(storage, row.uuid)));
      await this.#rows.edit(row.id, { attachment_id: kept.id, expires: this.#parts.host.now() + answered });
      await removePieces(storage, row.uuid);
      return kept;
    });
  }

  /** What is refused is ended. Only what may go better another time waits for it. */
  async #keep(row: UnfinishedRow, caller: Caller, body: Readable): Promise<AttachmentRow> {
    const { name, type, topic, for_table: table, for_field: field, sha1 } = row;
    try {
      return await keepFile(this.#parts, body, {
        name,
        declaredType: type ?? '',
        ...(topic && { topic }),
        ...(sha1 && { sha1 }),
        ...(table && field && { field: { table, field } }),
        owner: { realm: row.realm as RealmName, id: row.owner_id },
        caller,
      });
    } catch (error) {
      if (error instanceof Problem && (error.options.status ?? 200) < 500) await this.remove(row);
      throw error;
    }
  }

  async #attachment(id: number): Promise<AttachmentRow> {
    const row = await this.#parts.host.rows('attachment', this.#parts.host.system).get(id);
    if (!row) throw gone();
    return row;
  }

  /** Ends what has expired, and removes pieces that belong to none. What cannot be removed keeps nothing else waiting. */
  async clear(signal: AbortSignal): Promise<void> {
    const failed: unknown[] = [];
    const fail = (error: unknown): void => void failed.push(error);
    for (const row of await this.#rows.list({ expires: { lt: this.#parts.host.now() } }, { limit: 1000 })) {
      signal.throwIfAborted();
      await this.leases.hold(row.id, row.uuid, () => this.remove(row)).catch(fail);
    }
    const { name: current } = await this.#parts.storages.current();
    for (const name of new Set<StorageName>(['local', current])) await this.#clearStorage(name, signal).catch(fail);
    if (failed.length > 0) throw failed[0];
  }

  async #clearStorage(name: StorageName, signal: AbortSignal): Promise<void> {
    const storage = await this.#parts.storages.of(name);
    for await (const uuid of uploadsIn(storage)) {
      signal.throwIfAborted();
      if ((await this.#rows.count({ uuid })) === 0) await removePieces(storage, uuid);
    }
  }
}

const shortened = (text: string, length: number): string =>
  // By UTF-16 units, and never half a character.
  text
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '')
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '');
