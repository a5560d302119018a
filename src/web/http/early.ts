import { http } from './http.ts';
import { readAdmin } from './session.ts';

interface Asked {
  readonly answer: Promise<unknown>;
  /** Whose answer it is. */
  readonly token: string | undefined;
}
/** Answers on their way to code that is itself still on its way; each is taken once. */
const asked = new Map<string, Asked>();

/** Asks the server now for what will be wanted soon. */
export function askEarly(url: string): void {
  const answer = ask(url);
  // Whoever takes it tells what went wrong.
  answer.catch(() => {});
  asked.set(url, { answer, token: readAdmin()?.token });
}

/** The answer that was asked for early, if it is for who is signed in now; else that to a call of one's own. */
export function takeOrAsk<T>(url: string): Promise<T> {
  const early = asked.get(url);
  asked.delete(url);
  return early && early.token === readAdmin()?.token ? (early.answer as Promise<T>) : ask<T>(url);
}

const ask = <T>(url: string): Promise<T> => http.get<T>(url, {}, { quiet: true, allowDuplicate: true });
