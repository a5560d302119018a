import { keyOfStatus, ProviderFailure } from './failure.ts';

/** What a provider says instead of an answer. */
export async function refusalOf(answer: Response): Promise<ProviderFailure> {
  const { status } = answer;
  const text = (await answer.text().catch(() => '')).slice(0, 2000);
  const { words, codes } = errorIn(text);
  return new ProviderFailure(keyOfStatus(status), [status, ...codes].join(' '), { status, words });
}

/** An error as APIs have it: its message, or whatever has come, and by which names programs know it. */
export function errorIn(text: string): { readonly words: string; readonly codes: readonly string[] } {
  try {
    const { error } = JSON.parse(text) as { error?: Readonly<Record<string, unknown>> | string };
    if (typeof error !== 'object') return { words: String(error ?? text), codes: [] };
    const codes = [error['type'], error['code']].filter((each): each is string => isName(each));
    return { words: String(error['message'] ?? text), codes: [...new Set(codes)] };
  } catch {
    return { words: text, codes: [] };
  }
}

/** Such as `insufficient_quota`: nothing that somebody has written. */
const isName = (given: unknown): boolean => typeof given === 'string' && /^[a-z]+(?:[_.-][a-z]+){0,5}$/i.test(given);
