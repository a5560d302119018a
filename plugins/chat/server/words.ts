import { Invalid } from '#resource';
import type { ChatParts } from './chatParts.ts';

/** Refuses a message with a word that is not wanted, whatever its capitals and width, and whatever stands invisibly within it. */
export async function assertNoRefusedWord(parts: ChatParts, text: string): Promise<void> {
  const words = await parts.rows('chat_refused_word').list();
  const plain = folded(text);
  const found = words.find(({ word }) => plain.includes(folded(word)));
  if (found) throw new Invalid({ text: { key: 'chatServer:refusedWord', params: { word: found.word } } });
}

/** More accents on one letter than any language has (30, as in Unicode's stream-safe text): normalizing takes their square. */
const excess = /(\p{M}{30})\p{M}+/gu;

/** Signs that nobody sees, such as a space without width, hide no word. */
export const folded = (text: string): string =>
  text
    .replaceAll(excess, '$1')
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase();
