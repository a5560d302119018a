import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from './makeFolder.ts';

const algorithm = 'aes-256-gcm';
const keyFile = 'secret.key';
const lengths = { nonce: 12, tag: 16 } as const;

/** Encrypts what must be read again but by nobody who only has the database. */
export interface Sealer {
  /** `about` says what the secret is of: sealed for one place, it cannot be opened in another. */
  seal(secret: string, about: string): string;
  /** Undefined when it was sealed with another key; those of before open still. */
  open(sealed: string, about: string): string | undefined;
  /** The same secret sealed with the key of now, where it was sealed with one of before; undefined for all else. */
  renew(sealed: string, about: string): string | undefined;
}

/**
 * With the key given (64 hexadecimal digits), else with the one in the data folder, which is made when it is first needed;
 * `former` are keys that are only read with.
 */
export function createSealer(dataDir: string, given: string | undefined, former: readonly string[] = []): Sealer {
  let known: Buffer | undefined;
  const key = (): Buffer => (known ??= given === undefined ? keyIn(dataDir) : Buffer.from(given, 'hex'));
  const others = former.map((each) => Buffer.from(each, 'hex'));
  const openFormer = (sealed: string, about: string): string | undefined => {
    for (const other of others) {
      const secret = openWith(other, sealed, about);
      if (secret !== undefined) return secret;
    }
    return undefined;
  };
  const seal = (secret: string, about: string): string => sealWith(key(), secret, about);
  return {
    seal,
    open: (sealed, about) => openWith(key(), sealed, about) ?? openFormer(sealed, about),
    renew(sealed, about) {
      if (openWith(key(), sealed, about) !== undefined) return undefined;
      const secret = openFormer(sealed, about);
      return secret === undefined ? undefined : seal(secret, about);
    },
  };
}

function sealWith(key: Buffer, secret: string, about: string): string {
  const nonce = randomBytes(lengths.nonce);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(about));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

function openWith(key: Buffer, sealed: string, about: string): string | undefined {
  try {
    const bytes = Buffer.from(sealed, 'base64url');
    const [start, end] = [lengths.nonce, lengths.nonce + lengths.tag];
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, start), { authTagLength: lengths.tag });
    decipher.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(start, end));
    return Buffer.concat([decipher.update(bytes.subarray(end)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

/** Encrypts what is only tried: where there is no key yet, with one that nobody keeps. */
export const planningSealer = (dataDir: string, given: string | undefined, former?: readonly string[]): Sealer =>
  createSealer(
    dataDir,
    given ?? (existsSync(join(dataDir, keyFile)) ? undefined : randomBytes(32).toString('hex')),
    former,
  );

/** Only the owner of the process may read the file. Of two processes that make it at once, the first one's stays. */
function keyIn(folder: string): Buffer {
  const file = join(folder, keyFile);
  makeFolder(folder);
  try {
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
  if (key.length !== 32) throw new Error(`${file} must hold 64 hexadecimal digits.`);
  return key;
}
