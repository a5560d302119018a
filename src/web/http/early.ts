import { http } from './http.ts';
import { currentRealm } from '../realms/registry.ts';
import { readIdentity } from '../realms/session.ts';

interface Asked {
  readonly answer: Promise<unknown>;
  /** Whose answer it is. */
  readonly token: string | undefined;
}
/** Answers on their way to code that is itself still on its way; each is taken once. */
const asked = new Map<string, Asked>();

type Query = Readonly<Record<string, unknown>>;
const currentToken = (): string | undefined => readIdentity(currentRealm())?.token;
const keyOf = (url: string, query: Query): string => `${url} ${JSON.stringify(query)}`;

/** Asks the server now for what will be wanted soon. */
export function askEarly(url: string, query: Query = {}): void {
  const answer = ask(url, query);
  // Whoever takes it tells what went wrong.
  answer.catch(() => {});
  asked.set(keyOf(url, query), { answer, token: currentToken() });
}

/** The answer that was asked for early, if it is for who is signed in now. */
export function takeEarly<T>(url: string, query: Query = {}): Promise<T> | undefined {
  const key = keyOf(url, query);
  const early = asked.get(key);
  asked.delete(key);
  return early && early.token === currentToken() ? (early.answer as Promise<T>) : undefined;
}

/** The answer that was asked for early; else that to a call of one's own. */
export const takeOrAsk = <T>(url: string): Promise<T> => takeEarly<T>(url) ?? ask<T>(url);

const ask = <T>(url: string, query: Query = {}): Promise<T> =>
  http.get<T>(url, query, { quiet: true, allowDuplicate: true });
