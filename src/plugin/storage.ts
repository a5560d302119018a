import type { Readable } from 'node:stream';

/** A stored file. */
export interface StoredFile {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** Unix seconds. */
  readonly modified: number;
}

export interface PutOptions {
  /** Bytes; a longer body is refused as soon as that is known, and nothing of it stays. */
  readonly limit: number;
  /** What the body is hashed with on its way: default sha256. */
  readonly hash?: 'sha1' | 'sha256';
  /** Media type, for storages that say it to whoever reads the file from them; a folder knows none. */
  readonly type?: string;
  /** Whether it takes the place of a file with the same key; otherwise that is a `Problem`, `storage:taken`. */
  readonly replace?: boolean;
  readonly signal?: AbortSignal;
}

export interface StoredBody extends StoredFile {
  /** The bytes from `start` to `end`, or all. */
  readonly body: Readable;
}

/**
 * Files by key, such as `2027/05/photo.jpg`: parts of letters, digits, `-`, `_` and `.`, none of which begins or ends with a
 * dot; a key cannot be the folder of another. Each plugin has its own.
 */
export interface Storage {
  /** Resolves when the file is on the disk; until then, and after a failure, there is none. */
  put(
    key: string,
    body: Readable | AsyncIterable<Uint8Array>,
    options: PutOptions,
  ): Promise<StoredFile & { readonly hash: string }>;
  /** `start` and `end` are the first and the last byte, as in a Range header. Undefined when there is no such file. */
  get(key: string, range?: { readonly start?: number; readonly end?: number }): Promise<StoredBody | undefined>;
  head(key: string): Promise<StoredFile | undefined>;
  /** Whether there was one. */
  delete(key: string): Promise<boolean>;
  /** In the order of their keys, those that begin with the prefix and come after `after`. */
  list(options?: { readonly prefix?: string; readonly after?: string }): AsyncIterable<StoredFile>;
}

/** The same body, whose failure is what `told` makes of it: for storages that plugins bring. */
export function failingAs(body: Readable, told: (error: unknown) => unknown): Readable {
  const destroy = body.destroy.bind(body);
  body.destroy = (error) => destroy(error && (told(error) as Error));
  return body;
}

/** A key that is never given twice, spread over folders: `3f/a2/3fa2….jpg`. */
export function newKey(suffix = ''): string {
  const id = crypto.randomUUID().replaceAll('-', '');
  return `${id.slice(0, 2)}/${id.slice(2, 4)}/${id}${suffix && `.${suffix}`}`;
}

/** Letters of any script, digits and a few signs; a part neither begins nor ends with a dot. */
const part = /^[\p{L}\p{N}_-](?:[\p{L}\p{M}\p{N}._-]*[\p{L}\p{M}\p{N}_-])?$/u;
/** Bytes: of one part, as file systems allow, and of all. */
const longest = { part: 200, key: 900 } as const;

/**
 * The key itself; throws when it cannot be one: for storages that plugins bring. Whoever makes keys of names of people's files
 * cleans them first.
 */
export function assertKey(key: string): string {
  const isRight =
    key === key.normalize('NFC') &&
    key.isWellFormed() &&
    Buffer.byteLength(key) <= longest.key &&
    key.split('/').every((each) => part.test(each) && Buffer.byteLength(each) <= longest.part);
  if (isRight) return key;
  throw new Error(
    `"${key.slice(0, 100)}" cannot be the key of a file; write one such as "2027/05/photo.jpg", or use newKey().`,
  );
}
