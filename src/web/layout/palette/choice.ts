import type { ReactNode } from 'react';
import { stepsBetween } from '#resource';

/** Something that the palette offers: a page, a record, or something to do. */
export interface Choice {
  /** The same on every visit: `page /admin/content/article`. */
  readonly id: string;
  readonly title: string;
  /** Where it stands: the directories of a page, the table of a record. */
  readonly place?: string;
  /** Words that find it besides. */
  readonly also?: string;
  readonly icon: ReactNode;
  /** Keys that do the same. */
  readonly keys?: readonly string[];
  readonly run: () => void;
}
export interface Section {
  readonly name: string;
  readonly choices: readonly Choice[];
}

/** Choices in whose names every word occurs; those that begin with the first word come first. */
export const matchingChoices = (choices: readonly Choice[], words: string): Choice[] =>
  matching(choices, words, occurs);

/** The same with words that were mistyped. */
export const nearChoices = (choices: readonly Choice[], words: string): Choice[] =>
  matching(choices, words, nearlyOccurs);

function matching(choices: readonly Choice[], words: string, fits: typeof occurs): Choice[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const text = ({ title, place = '', also = '' }: Choice): string => `${place} ${title} ${also}`.toLowerCase();
  const rank = ({ title }: Choice): number => {
    const at = title.toLowerCase().indexOf(wanted[0] ?? '');
    return at < 0 ? Number.MAX_SAFE_INTEGER : at;
  };
  return choices
    .filter((choice) => wanted.every((word) => fits(word, text(choice))))
    .toSorted((one, other) => rank(one) - rank(other));
}

const occurs = (word: string, text: string): boolean => text.includes(word);

/** Shorter words are too much alike. */
const shortest = 4;
/** From so many letters on, two of them may be wrong, or have changed places. */
const long = 7;

function nearlyOccurs(word: string, text: string): boolean {
  if (occurs(word, text)) return true;
  if (word.length < shortest) return false;
  const most = word.length < long ? 1 : 2;
  const beginnings = text
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((each) => [-1, 0, 1].map((more) => each.slice(0, word.length + more)));
  return beginnings.some((each) => each.length >= shortest - 1 && stepsBetween(word, each) <= most);
}
