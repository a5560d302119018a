import { keyOfStatus, ProviderFailure } from './failure.ts';

/** What a provider says instead of an answer. */
export async function refusalOf(answer: Response): Promise<ProviderFailure> {
  const text = (await answer.text().catch(() => '')).slice(0, 2000);
  return new ProviderFailure(keyOfStatus(answer.status), `${answer.status} ${wordsIn(text)}`.trim(), answer.status);
}

/** Its message, or whatever has come. */
export function wordsIn(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: { message?: unknown } | string };
    return String((typeof error === 'object' ? error.message : error) ?? text);
  } catch {
    return text;
  }
}
