import { LRUCache } from 'lru-cache';

/** What of the foreign code went wrong while the server ran. */
export interface Failure {
  /** `plugin review: the hook beforeSave of table review: took longer than 5000 ms` */
  readonly text: string;
  readonly count: number;
  /** Unix seconds of the last time. */
  readonly time: number;
}

/** Failures that are remembered; the oldest go first. */
const most = 100;
/** Milliseconds in which one that happens again is not logged again: a timer can fail a thousand times a second. */
const quiet = 1000;

/** Remembers failures of foreign code for whoever looks after the installation, and names it in the log. */
export class Failures {
  readonly #known = new LRUCache<string, Failure & { logged: number }>({ max: most });
  readonly #blamed = new WeakMap<object, string>();
  readonly #log: (message: string, error: unknown) => void;

  constructor(log: (message: string, error: unknown) => void) {
    this.#log = log;
  }

  /** For errors that end here. `what` says which part failed, such as `its timer`. */
  report(owner: string, what: string, error: unknown): void {
    this.#say(this.#remember(owner, what, error), error);
  }

  /** For errors that go on to where they are logged: whoever does that can ask `blame`. */
  attribute(owner: string, what: string, error: unknown): void {
    // Whoever was nearest to it knows best.
    if (this.blame(error) !== undefined) return;
    const text = this.#remember(owner, what, error);
    if (typeof error === 'object' && error !== null) this.#blamed.set(error, text);
  }

  /** Whose doing the error is, if somebody has said so. */
  blame(error: unknown): string | undefined {
    return typeof error === 'object' && error !== null ? this.#blamed.get(error) : undefined;
  }

  /** For what is one of many: logs an attributed error, so that the others can be shown; throws any other. */
  contain(error: unknown): undefined {
    const text = this.blame(error);
    if (text === undefined) throw error;
    this.#say(text, error);
  }

  /** The last to have happened first. */
  list(): readonly Failure[] {
    return [...this.#known.values()].map(({ text, count, time }) => ({ text, count, time }));
  }

  /** Of one owner: what failed and why, without whose it is. */
  of(owner: string): readonly string[] {
    const prefix = `${owner}: `;
    return this.list().flatMap(({ text }) => (text.startsWith(prefix) ? [text.slice(prefix.length)] : []));
  }

  #say(text: string, error: unknown): void {
    const entry = this.#known.get(text);
    if (entry && performance.now() - entry.logged < quiet) return;
    if (entry) entry.logged = performance.now();
    this.#log(text, error);
  }

  #remember(owner: string, what: string, error: unknown): string {
    const message = (error instanceof Error ? error.message : String(error)).slice(0, 500);
    const text = `${owner}: ${what}: ${message}`;
    const before = this.#known.get(text);
    const entry = {
      text,
      count: (before?.count ?? 0) + 1,
      time: Math.floor(Date.now() / 1000),
      logged: before?.logged ?? -Infinity,
    };
    this.#known.set(text, entry);
    return text;
  }
}
