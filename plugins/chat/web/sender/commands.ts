import type { PromptInfo } from '../../shared/wire.ts';

export interface Command {
  readonly key: string;
  readonly title: string;
  readonly text: string;
  readonly run: () => void;
}

/** What somebody looks for who has typed `/` and a word; undefined for every other text. */
export const commandIn = (text: string): string | undefined => /^\/(\S{0,40})$/.exec(text)?.[1];

/** Lines of the menu: whoever has more prompts finds them by their words, or in the library. */
const most = 50;

/** Commands and prompts whose title or text has the word. */
export function matching(commands: readonly Command[], word: string): readonly Command[] {
  const wanted = word.toLowerCase();
  const has = (text: string): boolean => text.toLowerCase().includes(wanted);
  return commands.filter(({ key, title, text }) => has(key) || has(title) || has(text)).slice(0, most);
}

export const ofPrompts = (prompts: readonly PromptInfo[], onType: (text: string) => void): readonly Command[] =>
  prompts.map(({ id, title, text }) => ({ key: `p${id}`, title, text, run: () => onType(text) }));
