import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { createSemaphore } from './concurrency.ts';

/** OWASP's choice for argon2id: 19 MiB, two passes, one lane; 23 ms on a core. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
/** Hashing shares the four threads of libuv with the disk: one core stays free, and who would wait for long is told so. */
const running = Math.max(1, availableParallelism() - 1);
const mostWaiting = 400;

const derive = promisify(argon2);

/** argon2id hashes in PHC form. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes the same time whether there is a hash or not. Suspects wait until nobody else does. */
  verify(password: string, hash: string | undefined, isSuspect?: boolean): Promise<boolean>;
}

export function createPasswords(): Passwords {
  const limited = createSemaphore(running, mostWaiting);
  const nobody = limited(() => hashPassword(randomBytes(16).toString('hex')));
  // Whoever needs it learns of the failure then.
  nobody.catch(() => {});
  return {
    hash: (password) => limited(() => hashPassword(password)),
    async verify(password, hash, isSuspect) {
      const known = hash ?? (await nobody);
      return (await limited(() => matches(password, known), isSuspect)) && hash !== undefined;
    },
  };
}

async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive('argon2id', { message: password, nonce, ...cost });
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(tag)}`;
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

async function matches(password: string, hash: string): Promise<boolean> {
  const [, memory, passes, parallelism, nonce, tag] = phc.exec(hash) ?? [];
  if (!nonce || !tag) return false;
  const wanted = Buffer.from(tag, 'base64');
  const found = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(nonce, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: wanted.length,
  });
  return timingSafeEqual(found, wanted);
}
