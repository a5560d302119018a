import type { ReactNode } from 'react';

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
export function matchingChoices(choices: readonly Choice[], words: string): Choice[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const text = ({ title, place = '', also = '' }: Choice): string => `${place} ${title} ${also}`.toLowerCase();
  const rank = ({ title }: Choice): number => {
    const at = title.toLowerCase().indexOf(wanted[0] ?? '');
    return at < 0 ? Number.MAX_SAFE_INTEGER : at;
  };
  return choices
    .filter((choice) => wanted.every((word) => text(choice).includes(word)))
    .toSorted((one, other) => rank(one) - rank(other));
}
