import { Problem, type Caller, type RealmName } from '#resource';
import { bareType, checkFile, suffixOf } from '../../shared/checks.ts';
import { displayName } from '../../shared/displayName.ts';
import { fillSavename } from '../../shared/savename.ts';
import { addAttachment } from '../addAttachment.ts';
import type { AttachmentRow } from '../attachmentAnswer.ts';
import { keepBytes } from '../keepFile.ts';
import type { Bucket } from '../remote/bucket.ts';
import { safeSuffix } from '../sniff.ts';
import { Storages } from '../storages.ts';
import type { UploadParts } from '../uploadParts.ts';
import { rulesFor } from '../uploadRules.ts';
import { adoptingStorage, objectAt, readObject, removeObject } from './adoption.ts';
import type { IssuedRow } from './issued.ts';
import { dialects, postFields, type DialectName } from './postPolicy.ts';

/** Seconds in which a file must begin to arrive, and in which its callback must come. */
const lifetime = { policy: 900, callback: 86_400 } as const;
/** Files that one account may have on their way. */
const quota = 100;
/** Bytes of the largest file that a form may bring, and that a bucket copies at once. */
const largest = 5_368_709_120;

/** It goes into headers. */
const mediaType = /^[\w.+-]+\/[\w.+-]+(?:; ?[\w-]+=[\w."-]+)*$/;

/** Where files lie until their callback comes. */
const incoming = 'incoming';

/** What the browser says of a file, when it asks and when it calls back. */
export interface SaidFile {
  readonly name: string;
  readonly size: number;
  readonly type: string;
  readonly sha1: string;
}

export interface FilePlace {
  readonly topic: string;
  readonly table: string;
  readonly field: string;
}

export interface IssuedPolicy {
  readonly url: string;
  readonly key: string;
  readonly params: Readonly<Record<string, string>>;
}

const unknown = (): Problem => new Problem('upload:direct.unknown', {}, { status: 404 });

/** Files that browsers send to the bucket themselves (specification §7). */
export class DirectUploads {
  readonly #parts: UploadParts;
  readonly #bucket: () => Promise<Bucket>;

  constructor(parts: UploadParts, bucket: () => Promise<Bucket>) {
    this.#parts = parts;
    this.#bucket = bucket;
  }

  get #rows() {
    return this.#parts.host.rows('issued_upload', this.#parts.host.system);
  }

  /** A place for one file of that size and type, for who asks, for a while. */
  async issue(said: SaidFile, { topic, table, field }: FilePlace, caller: Caller): Promise<IssuedPolicy> {
    const { upload_mode: mode, upload_url: url, upload_params: params } = await this.#parts.host.settings('upload');
    if (!(mode in dialects) || !url) throw new Problem('upload:direct.off');
    const rules = await rulesFor(this.#parts, { table, field });
    for (const mimetype of rules.types) {
      const refused = checkFile(said, { mimetype, maxsize: Math.min(rules.limit, largest) });
      if (refused) throw new Problem(refused);
    }
    if (said.type !== '' && !mediaType.test(said.type)) throw new Problem('upload:check.type');
    if (!/^[0-9a-f]{40}$/.test(said.sha1)) throw new Problem('upload:check.hash');
    const key = `${incoming}${await this.#addressOf(said, rules.topic ?? topic, rules.isPrivate)}`;
    const { id } = await this.#rows.add({
      ...said,
      name: displayName(said.name),
      key,
      realm: caller.realm,
      owner_id: caller.id,
      topic,
      for_table: table,
      for_field: field,
      expires: this.#parts.host.now() + lifetime.callback,
    });
    // Counted with this one: of two that come at once, neither slips through.
    if ((await this.#rows.count({ realm: caller.realm, owner_id: caller.id, claimed: 0 })) > quota) {
      await this.#rows.del([id]);
      throw new Problem('upload:direct.tooMany', { count: quota }, { status: 429 });
    }
    const given = Object.fromEntries(params.map(({ key: name, value }) => [name, value]));
    return { url, key, params: await this.#signed(mode as DialectName, key, said, given) };
  }

  async #signed(mode: DialectName, key: string, said: SaidFile, params: Readonly<Record<string, string>>) {
    const { bucket_region, bucket_access_key, bucket_secret } = await this.#parts.host.settings('upload_bucket');
    const { name: bucket } = await this.#bucket();
    return postFields(mode, {
      bucket,
      region: bucket_region,
      accessKey: bucket_access_key!,
      secret: bucket_secret!,
      key,
      size: said.size,
      type: said.type || 'application/octet-stream',
      params,
      now: new Date(this.#parts.host.now() * 1000),
      lifetime: lifetime.policy,
    });
  }

  /** The address by the template of the settings, and what nobody can guess. */
  async #addressOf({ name, type, sha1 }: SaidFile, topic: string, isPrivate: boolean): Promise<string> {
    const { upload_savename: template } = await this.#parts.host.settings('upload');
    const used = isPrivate ? '/storage/private/{.suffix}' : template;
    // What the browser calls it decides nothing but what it is called here; what could run, wherever it lands, is `bin`.
    const suffix = safeSuffix({ type: bareType(type), suffix: suffixOf(name), suffixes: [] });
    return fillSavename(used.replace(/(\{\.suffix\})?$/, '{random32}$1'), {
      topic,
      name,
      suffix,
      sha1,
      now: this.#parts.host.now(),
    });
  }

  /** What has arrived becomes an attachment, once, when it is what was said when its place was given. */
  async callback(url: string, said: SaidFile, caller: Caller): Promise<AttachmentRow> {
    const row = await this.#find(url, caller);
    const isSame =
      row.name === displayName(said.name) &&
      row.size === said.size &&
      (row.type ?? '') === said.type &&
      row.sha1 === said.sha1;
    if (!isSame) throw new Problem('upload:direct.changed');
    const bucket = await this.#bucket();
    const object = await objectAt(bucket, row.key);
    if (!object) throw new Problem('upload:direct.missing');
    await this.#claim(row);
    try {
      if (object.size !== row.size || object.type !== (row.type || 'application/octet-stream'))
        throw new Problem('upload:direct.changed');
      return await this.#adopt(row, bucket, object.etag, caller);
    } finally {
      await this.#forget(row, bucket);
    }
  }

  /** What cannot be removed now, `clear` removes: the file itself is kept by then, or refused. */
  async #forget({ id, key }: IssuedRow, bucket: Bucket): Promise<void> {
    try {
      await removeObject(bucket, key);
      await this.#rows.del([id]);
    } catch (error) {
      this.#parts.host.log(`the uploaded file ${key} is still there: ${(error as Error).message}`);
    }
  }

  async #find(url: string, caller: Caller): Promise<IssuedRow> {
    const key = url.replace(/^\/+/, '');
    const [row] = await this.#rows.list({ key, realm: caller.realm, owner_id: caller.id }, { limit: 1 });
    if (!row || row.claimed || row.expires < this.#parts.host.now()) throw unknown();
    return row;
  }

  /** Of several callbacks at once, on any instances, one goes on. */
  async #claim({ id }: IssuedRow): Promise<void> {
    const { host } = this.#parts;
    await host.transaction(host.system, async ({ rows, now }) => {
      const table = rows('issued_upload');
      const [there] = await table.list({ id }, { limit: 1 });
      if (!there || (await table.lock(id)).claimed) throw unknown();
      await table.edit(id, { claimed: now });
    });
  }

  async #adopt(row: IssuedRow, bucket: Bucket, etag: string, caller: Caller): Promise<AttachmentRow> {
    const { name, sha1, topic, for_table: table, for_field: field } = row;
    const rules = await rulesFor(this.#parts, table && field ? { table, field } : undefined);
    const body = await readObject(bucket, row.key, etag);
    const storage = await this.#parts.storages.of('s3');
    // Where it ends is where it came to, without the folder for what comes; a picture that is written anew needs a second place.
    let tries = 0;
    const nextKey = (): string => `${tries++ === 0 ? '' : 'clean/'}${row.key.slice(incoming.length + 1)}`;
    const storages = new Storages();
    storages.add('s3', () => adoptingStorage(storage, bucket, { key: row.key, etag, name }, nextKey));
    storages.choose(() => 's3');
    const parts: UploadParts = { host: this.#parts.host, storages };
    const kept = await keepBytes(parts, body, { name, sha1 }, rules);
    try {
      return await addAttachment(parts, {
        given: {
          caller,
          owner: { realm: row.realm as RealmName, id: row.owner_id },
          topic: rules.topic ?? topic ?? undefined,
        },
        ...kept,
        url: `/${row.key.slice(incoming.length + 1)}`,
      });
    } catch (error) {
      await storage.delete(kept.stored.key);
      throw error;
    }
  }

  /** Removes what was sent and never called back. */
  async clear(signal: AbortSignal): Promise<void> {
    const { bucket_endpoint } = await this.#parts.host.settings('upload_bucket');
    if (!bucket_endpoint) return;
    const bucket = await this.#bucket();
    for (const row of await this.#rows.list({ expires: { lt: this.#parts.host.now() } }, { limit: 1000 })) {
      signal.throwIfAborted();
      await removeObject(bucket, row.key);
      await this.#rows.del([row.id]);
    }
    // What was sent again after its callback has no row.
    const before = this.#parts.host.now() - lifetime.callback;
    for await (const { key, modified } of (await this.#parts.storages.of('s3')).list({ prefix: `${incoming}/` })) {
      signal.throwIfAborted();
      if (modified < before && (await this.#rows.count({ key })) === 0) await removeObject(bucket, key);
    }
  }
}
