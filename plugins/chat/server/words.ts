import { Invalid, normalized } from '#resource';
import type { ChatParts } from './chatParts.ts';

/** Refuses a message with a word that is not wanted, whatever its capitals and width, and whatever stands invisibly within it. */
export async function assertNoRefusedWord(parts: ChatParts, text: string): Promise<void> {
  const words = await parts.rows('chat_refused_word').list();
  const plain = folded(text);
  const found = words.find(({ word }) => plain.includes(folded(word)));
  if (found) throw new Invalid({ text: { key: 'chatServer:refusedWord', params: { word: found.word } } });
}

/** Signs that nobody sees, such as a space without width, hide no word. */
export const folded = (text: string): string =>
  normalized(text)
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase();
