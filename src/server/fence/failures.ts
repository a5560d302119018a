import { LRUCache } from 'lru-cache';
import type { Message } from '#resource';

/** What of the foreign code went wrong while the server ran. */
export interface Failure {
  /** `plugin review: the hook beforeSave of table review: took longer than 5000 ms` */
  readonly text: string;
  readonly count: number;
  /** Unix seconds of the last time. */
  readonly time: number;
  /** Whose failure it is, and what it says to readers of each language, when that is more than the text. */
  readonly owner: string;
  readonly message: Message | undefined;
}

/** What a failure is to people, and which passing thing it is about: once all of these are over, so is the failure. */
interface About {
  readonly message: Message;
  readonly subject: string;
}

/** Failures that are remembered; the oldest go first. */
const most = 100;
/** Passing things that one failure remembers. */
const mostSubjects = 1000;
/** Milliseconds in which one that happens again is not logged again: a timer can fail a thousand times a second. */
const quiet = 1000;

/** Remembers failures of foreign code for whoever looks after the installation, and names it in the log. */
export class Failures {
  readonly #known = new LRUCache<string, Failure & { logged: number; readonly subjects: Set<string> }>({ max: most });
  readonly #blamed = new WeakMap<object, string>();
  readonly #log: (message: string, error: unknown) => void;

  constructor(log: (message: string, error: unknown) => void) {
    this.#log = log;
  }

  /** For errors that end here. `what` says which part failed, such as `its timer`. */
  report(owner: string, what: string, error: unknown): void {
    this.#say(this.#remember(owner, what, error), error);
  }

  /** For what people are told in their language, and what passes; `text` is the same in the language of the log. */
  tell(owner: string, text: string, about: About, error?: unknown): void {
    this.#say(this.#note(owner, `${owner}: ${text}`, about), error);
  }

  /** Forgets what was only about this, which is over. */
  settle(subject: string): void {
    for (const [text, { subjects }] of this.#known)
      if (subjects.delete(subject) && subjects.size === 0) this.#known.delete(text);
  }

  /** For errors that go on to where they are logged: whoever does that can ask `blame`. Returns what to throw on. */
  attribute(owner: string, what: string, error: unknown): object {
    const thrown = typeof error === 'object' && error !== null ? error : new Error(String(error));
    // Whoever was nearest to it knows best.
    if (this.blame(thrown) === undefined) this.#blamed.set(thrown, this.#remember(owner, what, thrown));
    return thrown;
  }

  /** Whose doing the error is, or what caused it, if somebody has said so. */
  blame(error: unknown): string | undefined {
    for (const each of causesOf(error)) if (this.#blamed.has(each)) return this.#blamed.get(each);
    return undefined;
  }

  /** For what is one of many: logs an attributed error, so that the others can be shown; throws any other. */
  contain(error: unknown): undefined {
    const text = this.blame(error);
    if (text === undefined) throw error;
    this.#say(text, error);
  }

  /** The last to have happened first. */
  list(): readonly Failure[] {
    return [...this.#known.values()].map(({ text, count, time, owner, message }) => ({
      text,
      count,
      time,
      owner,
      message,
    }));
  }

  /** Of one owner. */
  of(owner: string): readonly Failure[] {
    return this.list().filter((failure) => failure.owner === owner);
  }

  #say(text: string, error: unknown): void {
    const entry = this.#known.get(text);
    if (entry && performance.now() - entry.logged < quiet) return;
    if (entry) entry.logged = performance.now();
    const blamed = this.blame(error);
    this.#log(blamed === undefined || blamed === text ? text : `${text} (${blamed})`, error);
  }

  #remember(owner: string, what: string, error: unknown): string {
    const message = (error instanceof Error ? error.message : String(error)).slice(0, 500);
    return this.#note(owner, `${owner}: ${what}: ${message}`);
  }

  #note(owner: string, text: string, about?: About): string {
    const before = this.#known.get(text);
    const subjects = before?.subjects ?? new Set();
    if (about && subjects.size < mostSubjects) subjects.add(about.subject);
    const entry = {
      text,
      owner,
      message: about?.message,
      subjects,
      count: (before?.count ?? 0) + 1,
      time: Math.floor(Date.now() / 1000),
      logged: before?.logged ?? -Infinity,
    };
    this.#known.set(text, entry);
    return text;
  }
}

/** The error and its causes. */
function causesOf(error: unknown): Iterable<object> {
  const all = new Set<object>();
  for (let each = error; isObject(each) && !all.has(each) && all.size < 10; each = each['cause']) all.add(each);
  return all;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
