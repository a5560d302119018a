import { Problem } from '#resource';
import { digest } from '../shared/digest.ts';
import type { Database, Sql } from '../database/database.ts';
import { attemptRows, type Counted, type Key } from './attemptRows.ts';
import type { Device } from './devices.ts';
import { placeOf } from '../shared/placeOf.ts';

export { attemptTable } from './attemptRows.ts';

/**
 * Failures of one account from one address before the two together are locked, and for how many seconds at first; each
 * further failure doubles it, up to a day.
 */
const pairLimit = 10;
const firstLock = 900;
const longestLock = 86_400;
/** Failures after which something must be proved before a password is looked at. */
const proofAfter = { account: 3, address: 10 } as const;
/**
 * Failures after which checks come one by one, and the seconds between two. An account is then open to at most 8,640 guesses
 * in a day that each cost a solved picture, and 2,880 that cost work, from ever new addresses, since each is locked after
 * ten: of the passwords with six small letters these find the right one in some forty years. Nobody is locked out by it.
 */
const pacedAfter = { account: 10, address: 30 } as const;
const pace = { picture: 10, work: 30, address: 10 } as const;
/** Seconds that somebody is kept waiting for their turn; a longer line is told instead. */
const patience = 10;
/** Failures after which a device that has signed in before counts no more than others. */
const deviceLimit = 5;
/** Seconds for which the sign-in page of an address asks for a proof after one was missing. */
const askedFor = 900;

/** What has been shown beside a password: a solved picture, or work done by the browser. */
export type Proof = 'picture' | 'work';
/** Whose attempt it is. */
export interface Who {
  /** The name that it came with, whether it finds an account or not. */
  readonly username: string;
  /** The account that is meant, if there is one: its owner is told of failures by whatever name. */
  readonly owner?: string | undefined;
  readonly ip: string;
  /** A device that has signed in to the account before. */
  readonly device?: Device | undefined;
  /** Somebody of the account is signed in already, or has just shown the password, and asks from there. */
  readonly isSignedIn?: boolean;
}
/** What is known of somebody before their attempt. */
export interface Standing {
  /** A device that is known, and has not guessed. */
  readonly isKnown: boolean;
  readonly needsProof: boolean;
  /** The address has failed before. */
  readonly isSuspect: boolean;
}
/** An attempt that is counted as a failure until it has succeeded. */
export interface Charge {
  /** Seconds until its turn. */
  readonly wait: number;
  /** Whether a failure now locks the address out of the account. */
  readonly locks: boolean;
  /** Whether the next attempt needs a proof. */
  readonly needsProof: boolean;
}

/**
 * Counts failed sign-ins of each name that they come with, whether there is such an account or not, of each address, of the two
 * together, and of each known device. An attempt is counted before its password is looked at, in one transaction, so that
 * guesses which come at once are counted all, on every instance; one that succeeds is taken back.
 */
export class Attempts {
  readonly #database: Database;
  readonly #now: () => number;
  /** Attempts under way by account: of these nobody knows yet whether they are failures. */
  readonly #running = new Map<string, number>();

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  /**
   * Refuses while the address is locked out of the account, or the line for the account is too long; `proof` is what the
   * attempt comes with, not believed yet.
   */
  async look(who: Who, proof: Proof | undefined): Promise<Standing> {
    const counts = await this.#read(this.#database.read, keysOf(who));
    if (isKnown(who, counts.device)) return { isKnown: true, needsProof: false, isSuspect: false };
    this.#refuseLocked(counts.pair);
    if (who.isSignedIn) return { isKnown: true, needsProof: false, isSuspect: false };
    this.#waitFor(counts, proof);
    return { isKnown: false, needsProof: needsProof(counts), isSuspect: counts.address.failures > 0 };
  }

  /** Counts the attempt as a failure and gives it its turn. Refuses what others, at the same moment, have left no room for. */
  async begin(who: Who, known: boolean, proof: Proof | undefined): Promise<Charge> {
    const keys = keysOf(who);
    const charge = await this.#database.write(({ db }) =>
      known && !who.isSignedIn ? this.#chargeDevice(db, keys) : this.#chargeStranger(db, keys, who, proof),
    );
    this.#run(keys.owner, 1);
    return charge;
  }

  async #chargeDevice(db: Sql, keys: Keys): Promise<Charge> {
    await attemptRows.add(db, keys.account, this.#now());
    await attemptRows.add(db, keys.owner, this.#now());
    await attemptRows.add(db, keys.device, this.#now());
    return { wait: 0, locks: false, needsProof: false };
  }

  async #chargeStranger(db: Sql, keys: Keys, who: Who, proof: Proof | undefined): Promise<Charge> {
    const now = this.#now();
    const before = await this.#read(db, keys);
    this.#assertAllowed(before, who, proof);
    const account = await attemptRows.add(db, keys.account, now);
    await attemptRows.add(db, keys.owner, now);
    const address = await attemptRows.add(db, keys.address, now);
    const pair = await attemptRows.add(db, keys.pair, now);
    // On PostgreSQL others may have been counted since they were read; from here on they wait for this one.
    const lines = await this.#read(db, keys);
    const others = { ...lines, account: minusOne(account), address: minusOne(address), pair };
    this.#assertAllowed(others, who, proof);
    const lock = lockAfter(pair.failures);
    if (lock > 0) await attemptRows.until(db, keys.pair, now + lock);
    const wait = who.isSignedIn ? 0 : await this.#takeTurn(db, keys, others, proof);
    return { wait, locks: lock > 0, needsProof: needsProof({ account, address }) };
  }

  #assertAllowed(counts: Counts, { isSignedIn }: Who, proof: Proof | undefined): void {
    this.#refuseLocked(counts.pair);
    if (isSignedIn) return;
    this.#waitFor(counts, proof);
    if (!proof && needsProof(counts)) throw proofNeeded();
  }

  /** The attempt was one: what was counted stays. */
  failed(who: Who): void {
    this.#run(keysOf(who).owner, -1);
  }

  /** Takes the attempt back; returns how many have failed since the last that did not, so that the owner can be told. */
  async succeeded(who: Who, known: boolean): Promise<number> {
    const keys = keysOf(who);
    try {
      const rows = await attemptRows.read(this.#database.read, this.#now(), [keys.owner]);
      const running = this.#running.get(keys.owner) ?? 1;
      await this.#forgive(keys, who, known);
      return Math.max(0, (rows.get(keys.owner)?.failures ?? 0) - running);
    } finally {
      this.#run(keys.owner, -1);
    }
  }

  #forgive(keys: Keys, { device, isSignedIn }: Who, known: boolean): Promise<void> {
    return this.#database.write(async ({ db }) => {
      // The account first, as attempts have it: nobody waits in a circle.
      for (const key of [keys.account, keys.owner, keys.pair, keys.picture, keys.work, keys.asked])
        await attemptRows.remove(db, key);
      if (!known || isSignedIn) await attemptRows.takeBack(db, keys.address);
      // The device gets another name by every sign-in; this one is spent.
      if (device) await attemptRows.spend(db, keys.device, deviceLimit, this.#now(), device.expires);
    });
  }

  /** Takes the attempt back as if it had never been: nobody has looked at the password. */
  async abandoned(who: Who, known: boolean): Promise<void> {
    const keys = keysOf(who);
    this.#run(keys.owner, -1);
    const charged = known && !who.isSignedIn ? [keys.device] : [keys.address, keys.pair];
    await this.#database.write(async ({ db }) => {
      for (const key of [keys.account, keys.owner, ...charged]) await attemptRows.takeBack(db, key);
    });
  }

  /** From now on the sign-in page of this address asks for a proof at once. */
  async askForProof(ip: string): Promise<void> {
    const { asked } = keysOf({ username: '', ip });
    const now = this.#now();
    const rows = await attemptRows.read(this.#database.read, now, [asked]);
    // Written seldom: those who are refused may come by thousands.
    if ((rows.get(asked)?.locked_until ?? 0) > now + askedFor / 2) return;
    await this.#database.write(({ db }) => attemptRows.spend(db, asked, 0, now, now + askedFor));
  }

  /** Whether the sign-in page is to ask this address for a proof before anything was tried. */
  async needsProof(ip: string): Promise<boolean> {
    const { address, asked } = keysOf({ username: '', ip });
    const rows = await attemptRows.read(this.#database.read, this.#now(), [address, asked]);
    return (
      (rows.get(address)?.failures ?? 0) >= proofAfter.address || (rows.get(asked)?.locked_until ?? 0) > this.#now()
    );
  }

  #run(owner: string, change: 1 | -1): void {
    const count = (this.#running.get(owner) ?? 0) + change;
    if (count > 0) this.#running.set(owner, count);
    else this.#running.delete(owner);
  }

  #refuseLocked({ locked_until: until }: Counted): void {
    if (until > this.#now()) throw new Problem('session:locked', { count: Math.ceil((until - this.#now()) / 60) });
  }

  /** Seconds until the next turn; a line that is longer than anybody is kept waiting for is told. */
  #waitFor(counts: Counts, proof: Proof = 'picture'): number {
    const nextTurns = [
      ...(counts.account.failures >= pacedAfter.account ? [counts[proof].locked_until] : []),
      ...(counts.address.failures >= pacedAfter.address ? [counts.address.locked_until] : []),
    ];
    const wait = Math.max(0, ...nextTurns.map((time) => time - this.#now()));
    if (wait > patience) throw new Problem('session:wait', { count: wait }, { status: 429 });
    return wait;
  }

  async #takeTurn(db: Sql, keys: Keys, counts: Counts, proof: Proof = 'picture'): Promise<number> {
    const now = this.#now();
    const wait = this.#waitFor(counts, proof);
    if (counts.account.failures >= pacedAfter.account)
      await attemptRows.spend(db, keys[proof], 0, now, now + wait + pace[proof]);
    if (counts.address.failures >= pacedAfter.address)
      await attemptRows.until(db, keys.address, now + wait + pace.address);
    return wait;
  }

  async #read(db: Sql, keys: Keys): Promise<Counts> {
    const rows = await attemptRows.read(db, this.#now(), Object.values(keys));
    return Object.fromEntries(
      Object.entries(keys).map(([name, key]) => [name, rows.get(key) ?? none]),
    ) as unknown as Counts;
  }
}

export const proofNeeded = (): Problem =>
  new Problem('session:captchaNeeded', {}, { data: { captcha: true, needed: true } });

const none: Counted = { failures: 0, locked_until: 0 };
const minusOne = (counted: Counted): Counted => ({ ...counted, failures: counted.failures - 1 });
const isKnown = ({ device }: Who, { failures }: Counted): boolean => device !== undefined && failures < deviceLimit;
const needsProof = ({ account, address }: Pick<Counts, 'account' | 'address'>): boolean =>
  account.failures >= proofAfter.account || address.failures >= proofAfter.address;
const lockAfter = (failures: number): number =>
  failures < pairLimit ? 0 : Math.min(longestLock, firstLock * 2 ** Math.min(failures - pairLimit, 10));

type Keys = Readonly<Record<'account' | 'owner' | 'address' | 'pair' | 'device' | 'asked' | Proof, Key>>;
type Counts = Readonly<Record<keyof Keys, Counted>>;

function keysOf({ username, owner, ip, device }: Pick<Who, 'username' | 'owner' | 'ip' | 'device'>): Keys {
  const [account, place] = [digest(username), digest(placeOf(ip))];
  return {
    account: `account ${account}`,
    owner: `owner ${digest(owner ?? username)}`,
    address: `address ${place}`,
    pair: `pair ${digest(`${account} ${place}`)}`,
    device: `device ${digest(device?.id ?? '')}`,
    /** When the next check after a picture, or after work, is due. */
    picture: `picture ${account}`,
    work: `work ${account}`,
    asked: `asked ${place}`,
  };
}
