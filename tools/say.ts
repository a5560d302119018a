import { loadMessages, terminalLanguage } from '../src/server/shared/messages.ts';

export type Say = (key: string, params?: Readonly<Record<string, unknown>>) => string;

/** Texts in the language of the terminal. */
export function terminalTexts(root: string): Say {
  const { translate } = loadMessages(root);
  const language = terminalLanguage(process.env);
  return (key, params) => translate(language, key, params);
}
