import type { Caller } from '#resource';
import type { Channel } from '../events/channel.ts';

/** Whether somebody looks at a record or has its form open. */
export type Doing = 'view' | 'edit';

/** A row of a table. */
export interface RecordPlace {
  readonly table: string;
  readonly id: number;
}
/** Somebody at a record, from however many windows. */
export interface PersonThere {
  /** Of the account. */
  readonly id: number;
  readonly name: string;
  readonly doing: Doing;
}

/** A window of somebody's at a record; without `doing` it has left. */
interface Sighting extends RecordPlace {
  readonly realm: string;
  readonly person: number;
  readonly name: string;
  readonly window: string;
  readonly doing?: Doing | undefined;
}
interface Seen extends Sighting {
  readonly doing: Doing;
  /** Milliseconds of this process' clock. */
  readonly until: number;
}
type Who = Pick<Sighting, 'realm' | 'person' | 'name'>;

export interface PresenceParts {
  readonly channel: Channel;
  /** Milliseconds until a window that is not heard of again has left; pages say that they are there every 20 s. */
  readonly patience: number;
}

/** Windows of one person that are known at a time; the oldest is forgotten. */
const most = 50;
const topic = 'presence';

/**
 * Who is at which record, on all instances, as far as their windows say so again and again. It is kept in memory alone: nothing
 * depends on it. Whoever asks must see that the caller may read the row.
 */
export class Presence {
  readonly #parts: PresenceParts;
  /** By record, then by account and window. */
  readonly #records = new Map<string, Map<string, Seen>>();
  readonly #listeners = new Set<(record: RecordPlace) => void>();
  #listening: Promise<() => void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: PresenceParts) {
    this.#parts = parts;
  }

  /** A window of the caller's is at the record; without `doing` no longer. */
  async note(caller: Caller, record: RecordPlace, window: string, doing?: Doing): Promise<void> {
    await this.#listen();
    const sighting: Sighting = { ...placeIn(record), ...whoIs(caller), window, doing };
    // At once, so that the answer counts it; others hear of it.
    this.#hear(sighting);
    await this.#parts.channel.send(topic, sighting);
  }

  /** Everybody else at the record, by name. */
  others(caller: Caller, record: RecordPlace): PersonThere[] {
    const own = whoIs(caller);
    const people = new Map<number, PersonThere>();
    for (const { realm, person: id, name, doing } of this.#records.get(keyOf(record))?.values() ?? []) {
      if (realm !== own.realm || id === own.person) continue;
      people.set(id, { id, name, doing: people.get(id)?.doing === 'edit' ? 'edit' : doing });
    }
    return [...people.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }

  /** Told, until it is ended, of records at which the caller is, when somebody comes, goes, or does something else there. */
  async listen(caller: Caller, changed: (record: RecordPlace) => void): Promise<() => void> {
    await this.#listen();
    const { realm, person } = whoIs(caller);
    const listener = (record: RecordPlace): void => {
      const there = this.#records.get(keyOf(record));
      if (there && [...there.values()].some((each) => each.realm === realm && each.person === person)) changed(record);
    };
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    (await this.#listening?.catch(() => undefined))?.();
  }

  #listen(): Promise<() => void> {
    this.#listening ??= this.#parts.channel
      .listen(topic, { heard: ({ data, isOwn }) => isOwn || this.#hear(data as Sighting) })
      .catch((error: unknown) => {
        this.#listening = undefined;
        throw error;
      });
    return this.#listening;
  }

  #hear(sighting: Sighting): void {
    const { doing } = sighting;
    const key = windowOf(sighting);
    const there = this.#records.get(keyOf(sighting)) ?? new Map<string, Seen>();
    const before = there.get(key);
    // Again at the end: the first is the oldest.
    there.delete(key);
    if (doing) {
      there.set(key, { ...sighting, doing, until: performance.now() + this.#parts.patience });
      this.#records.set(keyOf(sighting), there);
      if (!before) this.#forgetOldest(sighting);
    } else if (there.size === 0) this.#records.delete(keyOf(sighting));
    if (before?.doing !== doing) this.#tell(sighting);
    this.#timer ??= setInterval(() => this.#forgetLate(), this.#parts.patience / 4).unref();
  }

  #tell(record: RecordPlace): void {
    for (const listener of this.#listeners) listener(placeIn(record));
  }

  #forgetLate(): void {
    const now = performance.now();
    for (const seen of this.#all()) if (seen.until < now) this.#hear({ ...seen, doing: undefined });
    if (this.#records.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #forgetOldest({ realm, person }: Who): void {
    const own = this.#all().filter((each) => each.realm === realm && each.person === person);
    const oldest = own.toSorted((one, other) => one.until - other.until).at(0);
    if (oldest && own.length > most) this.#hear({ ...oldest, doing: undefined });
  }

  #all(): Seen[] {
    return [...this.#records.values()].flatMap((there) => [...there.values()]);
  }
}

/** Whoever is signed in as somebody else is there as themselves. */
const whoIs = ({ realm, id, username, actor }: Caller): Who => ({
  realm,
  person: actor?.id ?? id,
  name: actor?.username ?? username,
});
const placeIn = ({ table, id }: RecordPlace): RecordPlace => ({ table, id });
const keyOf = ({ table, id }: RecordPlace): string => `${table} ${id}`;
const windowOf = ({ realm, person, window }: Sighting): string => `${realm} ${person} ${window}`;
