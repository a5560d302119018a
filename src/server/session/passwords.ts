import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { Problem } from '#resource';
import { FairQueue, type QueueClass, type QueuePlace } from '#plugin';

/** What a new hash costs; each stored one says its own. */
export interface PasswordCost {
  /** KiB. */
  readonly memory: number;
  readonly passes: number;
}
/** OWASP's choice for argon2id: 19 MiB, two passes, one lane; 23 ms on a core. */
const usualCost: PasswordCost = { memory: 19_456, passes: 2 };
/** Hashing shares the four threads of libuv with the disk: one core stays free. */
const running = Math.max(1, availableParallelism() - 1);

const derive = promisify(argon2);

/** Who waits with whom for a check: those who have shown less wait behind no more than the share of the others. */
export type Rank = 'known' | 'solved' | 'worked' | 'clean' | 'suspect';

/**
 * Shares of the work, and how many may wait for it. A check takes some 40 ms of a core, and of 25 checks in a second a class
 * gets its share of those that wait: everybody who finds a place is answered within eight seconds, however full all
 * classes are. `new` is for passwords that administrators set.
 */
const classes: Readonly<Record<Rank | 'new', QueueClass>> = {
  new: { share: 4, most: 400, mostOfKey: 400 },
  known: { share: 4, most: 60 * running, mostOfKey: 3 },
  solved: { share: 3, most: 36 * running, mostOfKey: 3 },
  worked: { share: 2, most: 24 * running, mostOfKey: 3 },
  clean: { share: 2, most: 24 * running, mostOfKey: 3 },
  suspect: { share: 1, most: 12 * running, mostOfKey: 3 },
};

/** argon2id hashes in PHC form. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** A place for one check; undefined when the rank, or `key` in it, has no more. */
  enter(rank: Rank, key: string): QueuePlace | undefined;
  /** Whether newcomers find no place. */
  isCrowded(): boolean;
  /** Takes the same time whether there is a hash or not. */
  verify(place: QueuePlace, password: string, hash: string | undefined): Promise<boolean>;
}

export function createPasswords(cost: PasswordCost = usualCost): Passwords {
  const queue = new FairQueue(running, classes);
  const hash = async (password: string): Promise<string> => {
    const place = queue.enter('new', '');
    if (!place) throw new Problem('server:busy', {}, { status: 503 });
    try {
      return await place.run(() => hashPassword(password, cost));
    } finally {
      place.leave();
    }
  };
  const nobody = hash(randomBytes(16).toString('hex'));
  // Whoever needs it learns of the failure then.
  nobody.catch(() => {});
  return {
    hash,
    enter: (rank, key) => queue.enter(rank, key),
    isCrowded: () => queue.isFull('clean'),
    async verify(place, password, known) {
      const stored = known ?? (await nobody);
      return (await place.run(() => matches(password, stored))) && known !== undefined;
    },
  };
}

async function hashPassword(password: string, { memory, passes }: PasswordCost): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive('argon2id', { message: password, nonce, memory, passes, parallelism: 1, tagLength: 32 });
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${base64(nonce)}$${base64(tag)}`;
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
