import type { Language, Message } from '#resource';
import type { Messages } from './messages.ts';

/** The message in this language, and so the messages among its parameters. */
export function translated(
  messages: Pick<Messages, 'translate'>,
  language: Language,
  { key, params = {} }: Message,
): string {
  const filled = Object.entries(params).map(([name, value]) => [
    name,
    isMessage(value) ? translated(messages, language, value) : value,
  ]);
  return messages.translate(language, key, Object.fromEntries(filled) as Record<string, unknown>);
}

/** Whether this names a text, as `Problem` does. */
export const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' &&
  value !== null &&
  /^[a-z][\w-]*:\w[\w.]*$/i.test(String((value as Partial<Message>).key)) &&
  ['object', 'undefined'].includes(typeof (value as Partial<Message>).params);
