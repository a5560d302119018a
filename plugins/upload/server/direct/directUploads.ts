import { KeyedMutex } from '#plugin';
import { Problem, type Caller, type RealmName } from '#resource';
import { bareType, checkFile, suffixOf } from '../../shared/checks.ts';
import { displayName } from '../../shared/displayName.ts';
import { topicOf } from '../../shared/savename.ts';
import { addAttachment } from '../addAttachment.ts';
import type { AttachmentRow } from '../attachmentAnswer.ts';
import { keepBytes } from '../keepFile.ts';
import type { Bucket } from '../remote/bucket.ts';
import { assertWithinDay } from '../memberDay.ts';
import { lockIfThere } from '../lockIfThere.ts';
import { newAddress } from '../newAddress.ts';
import { isInDoubt } from '../removeUnnamed.ts';
import { safeSuffix } from '../sniff.ts';
import { Storages } from '../storages.ts';
import type { UploadParts } from '../uploadParts.ts';
import { rulesFor } from '../uploadRules.ts';
import { adoptingStorage, objectAt, readObject, removeObject } from './adoption.ts';
import type { IssuedRow } from './issued.ts';
import { dialects, postFields, type DialectName } from './postPolicy.ts';

/** Seconds in which a file must begin to arrive, in which its callback must come, and after which a callback is taken for dead. */
const lifetime = { policy: 900, callback: 86_400, adoption: 3600 } as const;
/** Files that one account may have on their way. */
const quota = 100;
/** Bytes of the largest file that a form may bring, and that a bucket copies at once. */
const largest = 5_368_709_120;

/** It goes into headers. */
const mediaType = /^[\w.+-]+\/[\w.+-]+(?:; ?[\w-]+=[\w."-]+)*$/;

/** Where files lie until their callback comes. */
const incoming = 'incoming';

/** Where a file is kept that came to a place: there, without the folder for what comes, or where it was written anew. */
const keptKeys = (key: string): readonly string[] => {
  const kept = key.slice(incoming.length + 1);
  return [kept, `clean/${kept}`];
};

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

const unknown = (): Problem => new Problem('upload:direct.unknown');

/** Files that browsers send to the bucket themselves (specification §7). */
export class DirectUploads {
  readonly #parts: UploadParts;
  readonly #mutex = new KeyedMutex();
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
    await assertWithinDay(this.#parts, caller, said.size);
    const key = `${incoming}${await this.#addressOf(said, topicOf(rules.topic ?? topic), rules.isPrivate)}`;
    const issued = {
      ...said,
      name: displayName(said.name),
      key,
      realm: caller.realm,
      owner_id: caller.id,
      topic: topicOf(topic),
      for_table: table,
      for_field: field,
      expires: this.#parts.host.now() + lifetime.callback,
    };
    // Of several that come at once, those that came first are taken.
    await this.#mutex.runExclusive(`${caller.realm}/${caller.id}`, async () => {
      if ((await this.#rows.count({ realm: caller.realm, owner_id: caller.id, claimed: 0 })) >= quota)
        throw new Problem('upload:direct.tooMany', { count: quota }, { status: 429 });
      await this.#rows.add(issued);
    });
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

  /** Another one each time: a place is given for one file, and only once. */
  async #addressOf({ name, type, sha1 }: SaidFile, topic: string, isPrivate: boolean): Promise<string> {
    // What the browser calls it decides nothing but what it is called here; what could run, wherever it lands, is `bin`.
    const suffix = safeSuffix({ type: bareType(type), suffix: suffixOf(name), suffixes: [] });
    return newAddress(this.#parts, { topic, name, suffix, sha1, isPrivate });
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
    const claimed = await this.#claim(row, (there) => !there.claimed && there.expires >= this.#parts.host.now());
    if (claimed === undefined) throw unknown();
    // What cannot be removed now, `clear` removes: the file itself is kept by then, or refused.
    const discard = () =>
      this.#discard(row, bucket).catch((error: Error) =>
        this.#parts.host.log(`the uploaded file ${row.key} is still there: ${error.message}`),
      );
    try {
      if (object.size !== row.size || object.type !== (row.type || 'application/octet-stream'))
        throw new Problem('upload:direct.changed');
      const adopted = await this.#adopt({ ...row, claimed }, bucket, object.etag, caller);
      await discard();
      return adopted;
    } catch (error) {
      if (!isInDoubt(error)) await discard();
      throw error;
    }
  }

  /** Removes what lies in the bucket of an upload and has not become an attachment, and then its row. */
  async #discard({ id, key }: IssuedRow, bucket: Bucket): Promise<void> {
    const { host } = this.#parts;
    const made = keptKeys(key);
    const named = new Set(
      (await host.rows('attachment', host.system).list({ key: { in: made } })).map((row) => row.key),
    );
    for (const each of [key, ...made.filter((one) => !named.has(one))]) await removeObject(bucket, each);
    await this.#rows.del([id]);
  }

  async #find(url: string, caller: Caller): Promise<IssuedRow> {
    const key = url.replace(/^\/+/, '');
    const [row] = await this.#rows.list({ key, realm: caller.realm, owner_id: caller.id }, { limit: 1 });
    if (!row || row.claimed || row.expires < this.#parts.host.now()) throw unknown();
    return row;
  }

  /** Of several callbacks and jobs at once, on any instances, one goes on: the moment of its claim, or undefined. */
  #claim({ id }: IssuedRow, isFree: (row: IssuedRow) => boolean): Promise<number | undefined> {
    const { host } = this.#parts;
    return host.transaction(host.system, async ({ rows, now }) => {
      const table = rows('issued_upload');
      const there = await lockIfThere(table, id);
      if (!there || !isFree(there)) return undefined;
      await table.edit(id, { claimed: now });
      return now;
    });
  }

  async #adopt(row: IssuedRow, bucket: Bucket, etag: string, caller: Caller): Promise<AttachmentRow> {
    const { name, sha1, topic, for_table: table, for_field: field } = row;
    const rules = await rulesFor(this.#parts, table && field ? { table, field } : undefined);
    const body = await readObject(bucket, row.key, etag);
    const storage = await this.#parts.storages.of('s3');
    // Where it ends is where it came to, without the folder for what comes; a picture that is written anew needs a second place.
    let tries = 0;
    const nextKey = (): string => keptKeys(row.key)[tries++]!;
    const storages = new Storages();
    storages.add('s3', () => adoptingStorage(storage, bucket, { key: row.key, etag, name }, nextKey));
    // Where a file of the owner's may be that has the same content.
    storages.add('local', () => this.#parts.storages.of('local'));
    storages.choose(() => 's3');
    const parts: UploadParts = { host: this.#parts.host, storages };
    const owner = { realm: row.realm as RealmName, id: row.owner_id };
    const kept = await keepBytes(parts, body, { name, declaredType: row.type ?? '', sha1, owner }, rules);
    return addAttachment(parts, {
      given: { caller, owner, topic: rules.topic ?? topic ?? undefined },
      ...kept,
      url: `/${keptKeys(row.key)[0]}`,
      // Whatever took so long: once the job has begun to remove the file, no row names it.
      guard: async ({ rows }) => {
        const there = await lockIfThere(rows('issued_upload', this.#parts.host.system), row.id);
        if (there?.claimed !== row.claimed) throw unknown();
      },
    });
  }

  /** Removes what was sent and never called back, and what a server has copied that was killed before it wrote the row. */
  async clear(signal: AbortSignal): Promise<void> {
    const { bucket_endpoint } = await this.#parts.host.settings('upload_bucket');
    if (!bucket_endpoint) return;
    const bucket = await this.#bucket();
    const now = this.#parts.host.now();
    const ended = { expires: { lt: now }, claimed: { lt: now - lifetime.adoption } };
    for (const row of await this.#rows.list(ended, { limit: 1000 })) {
      signal.throwIfAborted();
      // Later than every claim of a callback, which comes before `expires`.
      if ((await this.#claim(row, () => true)) !== undefined) await this.#discard(row, bucket);
    }
    // What was sent again after its callback has no row.
    const before = this.#parts.host.now() - lifetime.callback;
    for await (const { key, modified } of (await this.#parts.storages.of('s3')).list({ prefix: `${incoming}/` })) {
      signal.throwIfAborted();
      if (modified < before && (await this.#rows.count({ key })) === 0) await removeObject(bucket, key);
    }
  }
}
