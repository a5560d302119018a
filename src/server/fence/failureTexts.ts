import type { Language } from '#resource';
import type { Messages } from '../shared/messages.ts';
import { translated } from '../shared/translated.ts';
import type { Failure } from './failures.ts';
import { pluginOf } from './owner.ts';

/** What failed and why, in the language of who reads it as far as it is known in that, without whose it is. */
export const failureText = (messages: Messages, language: Language, { text, owner, message }: Failure): string =>
  message ? translated(messages, language, message) : text.slice(`${owner}: `.length);

/** The same with whose it is in front. */
export function ownedFailureText(messages: Messages, language: Language, failure: Failure): string {
  if (!failure.message) return failure.text;
  const plugin = pluginOf(failure.owner);
  const text = failureText(messages, language, failure);
  return plugin === undefined
    ? messages.translate(language, 'server:ofServer', { text })
    : messages.translate(language, 'server:ofPlugin', { plugin, text });
}
