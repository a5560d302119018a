import { Problem, type Message } from '#resource';
import { TimeLimitError } from '../shared/timeLimit.ts';
import { isMessage } from '../shared/translated.ts';

/** Characters of an error that are kept. */
const most = 1000;

/** Why a run failed: a message for readers of each language, or the text of an error that nobody foresaw. */
export type JobError = Message | string;

export function jobErrorOf(error: unknown): JobError {
  if (error instanceof Problem) return { key: error.key, params: error.params };
  if (error instanceof TimeLimitError)
    return { key: 'server:jobTooSlow', params: { milliseconds: error.milliseconds } };
  return (error instanceof Error ? error.message : String(error)).slice(0, most);
}

/** As it stands in the queue, which holds a text. */
export const packError = (error: JobError): string => (typeof error === 'string' ? error : JSON.stringify(error));

export function unpackError(text: string): JobError {
  try {
    const found: unknown = JSON.parse(text);
    return isMessage(found) ? found : text;
  } catch {
    return text;
  }
}
