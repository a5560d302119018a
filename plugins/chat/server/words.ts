import { Invalid } from '#resource';
import type { ChatParts } from './chatParts.ts';

/** Refuses a message with a word that is not wanted, in whatever capitals and width it is written. */
export async function assertNoRefusedWord(parts: ChatParts, text: string): Promise<void> {
  const words = await parts.rows('chat_refused_word').list();
  const plain = folded(text);
  const found = words.find(({ word }) => plain.includes(folded(word)));
  if (found) throw new Invalid({ text: { key: 'chatServer:refusedWord', params: { word: found.word } } });
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();
