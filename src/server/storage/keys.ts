/** Letters of any script, digits and a few signs; a part neither begins nor ends with a dot. */
const part = /^[\p{L}\p{N}_-](?:[\p{L}\p{M}\p{N}._-]*[\p{L}\p{M}\p{N}_-])?$/u;
/** Bytes: of one part, as file systems allow, and of all. */
const longest = { part: 200, key: 900 } as const;

/** The key itself; throws when it cannot be one. Keys are made by programs: whoever uses names of people's files cleans them first. */
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
