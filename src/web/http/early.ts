import { http } from './http.ts';

/** Answers on their way to code that is itself still on its way; each is taken once. */
const asked = new Map<string, Promise<unknown>>();

/** Asks the server now for what will be wanted soon. */
export function askEarly(url: string): void {
  const answer = ask(url);
  // Whoever takes it tells what went wrong.
  answer.catch(() => {});
  asked.set(url, answer);
}

/** The answer that was asked for early, or the answer to a call of one's own. */
export function takeOrAsk<T>(url: string): Promise<T> {
  const answer = asked.get(url) as Promise<T> | undefined;
  asked.delete(url);
  return answer ?? ask<T>(url);
}

const ask = <T>(url: string): Promise<T> => http.get<T>(url, {}, { quiet: true, allowDuplicate: true });
