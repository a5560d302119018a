import { http, uriOf } from './http.ts';
import { currentRealm } from '../realms/registry.ts';
import { readIdentity } from '../realms/session.ts';

declare global {
  /**
   * What the page has asked for before its code was there, as who is signed in still (boot/bootAsk.ts), each once: what
   * the server answers, or nothing where it refuses.
   */
  // oxlint-disable-next-line no-var -- declares a property of the global object
  var boot: ((url: string) => Promise<unknown> | undefined) | undefined;
  /** The snapshot of a list that the page shows until its code is there (boot/bootSnapshot.ts). */
  // oxlint-disable-next-line no-var -- declares a property of the global object
  var snapshot: Snapshot | undefined;
}
interface Snapshot {
  /** Where that of this address is kept. */
  readonly key: () => string;
  /** For whom, with what code and settings, and in how large a window it looks like that. */
  readonly view: () => string;
  /** Tells one answer of the server from another. */
  readonly mark: (answer: unknown) => string;
  /** What it stood for is drawn, or will not be. */
  readonly end: () => void;
}

/** What the server has answered last to the calls that pages may make early, by their address; the newest stand last. */
export const lastAnswers = new Map<string, unknown>();
/** Answers that are held, each as large as the rows of a list. */
const heldAnswers = 8;

interface Asked {
  readonly answer: Promise<unknown>;
  /** What it was, once it is here. */
  value?: unknown;
  /** Whose answer it is. */
  readonly token: string | undefined;
}
/** Answers on their way to code that is itself still on its way; each is taken once. */
const asked = new Map<string, Asked>();

type Query = Readonly<Record<string, unknown>>;
const currentToken = (): string | undefined => readIdentity(currentRealm())?.token;
const keyOf = (url: string, query: Query): string => `${url} ${JSON.stringify(query)}`;

/** Asks the server now for what will be wanted soon; settles with the answer, or without one. */
export function askEarly(url: string, query: Query = {}): Promise<unknown> {
  const early: Asked = { answer: ask(url, query), token: currentToken() };
  asked.set(keyOf(url, query), early);
  return early.answer.then(
    (value) => (early.value = value),
    // Whoever takes it tells what went wrong.
    () => {},
  );
}

/** The answer that was asked for early, where it is here already and for who is signed in now; it is not taken by that. */
export function peekEarly<T>(url: string, query: Query = {}): T | undefined {
  const early = asked.get(keyOf(url, query));
  return early?.token === currentToken() ? (early?.value as T | undefined) : undefined;
}

/** Forgets an answer that was looked at and is what has been drawn. */
export function dropEarly(url: string, query: Query = {}): void {
  asked.delete(keyOf(url, query));
}

/**
 * The answer that was asked for early, if it is for who is signed in now; else that to a call of one's own. Two hooks may
 * read the same at once: the one does not take it from the other.
 */
export function takeOrAsk<T>(url: string, query: Query = {}): Promise<T> {
  const key = keyOf(url, query);
  const early = asked.get(key);
  asked.delete(key);
  return early && early.token === currentToken() ? (early.answer as Promise<T>) : ask<T>(url, query);
}

/** What the page has asked for before its code was there; where that was refused, the server is asked again. */
async function ask<T>(url: string, query: Query = {}): Promise<T> {
  const uri = uriOf(url, query);
  const before = globalThis.boot?.(uri) as Promise<T | undefined> | undefined;
  const answer = (before && (await before)) ?? (await http.get<T>(url, query, { quiet: true, allowDuplicate: true }));
  lastAnswers.delete(uri);
  lastAnswers.set(uri, answer);
  for (const [oldest] of lastAnswers) if (lastAnswers.size > heldAnswers) lastAnswers.delete(oldest);
  return answer;
}
