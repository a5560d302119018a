import { forgetStored, readStored, storedKeys } from '#web';

/** What the tus client keeps in this browser of a file that is half sent (`urlStorage.js` of tus-js-client). */
interface Stored {
  readonly creationTime: string;
  readonly metadata: Readonly<Record<string, string>>;
}
export interface Unfinished {
  readonly key: string;
  readonly name: string;
}

const prefix = 'tus::';
/** Milliseconds after which the server has thrown a half-sent file away. */
const longest = 24 * 3_600_000;

/** By this a file is known again when it is chosen once more for the same field. */
export const fingerprintOf = (
  { name, type, size, lastModified }: File,
  place: Readonly<Record<string, string>>,
): string => JSON.stringify(['upload', name, type, size, lastModified, place]);

/** Files that are half sent into this field, or for none; those that are too old are forgotten. */
export function unfinishedOf(
  table: string | undefined,
  field: string | undefined,
  now = Date.now(),
): readonly Unfinished[] {
  const found: Unfinished[] = [];
  for (const key of storedKeys().filter((each) => each.startsWith(`${prefix}["upload"`))) {
    const { creationTime, metadata } = read(key);
    if (!(now - Date.parse(creationTime) < longest)) forgetStored(key);
    else if (metadata['table'] === table && metadata['field'] === field)
      found.push({ key, name: metadata['filename'] ?? '' });
  }
  return found;
}

export const forgetUnfinished = (key: string): void => forgetStored(key);

/** Forgets what was kept of this file, which has arrived. */
export function forgetFingerprint(fingerprint: string): void {
  for (const key of storedKeys()) if (key.startsWith(`${prefix}${fingerprint}::`)) forgetStored(key);
}

function read(key: string): Stored {
  try {
    return JSON.parse(readStored(key) ?? '') as Stored;
  } catch {
    return { creationTime: '', metadata: {} };
  }
}
