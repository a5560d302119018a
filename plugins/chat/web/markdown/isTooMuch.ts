import { code } from './formulas.ts';

/** Letters of a text up to which Markdown is looked for. */
const mostLetters = 100_000;
/** Signs of a paragraph that may begin something: finding where it ends takes the square of their number. */
const mostSigns = 3000;

/** Whether looking for the Markdown in a text could hold up the page: it is shown as it is then. */
export const isTooMuch = (text: string): boolean =>
  text.length > mostLetters ||
  text
    .split(code)
    .filter((_part, place) => place % 2 === 0)
    .join('')
    .split(/\n[ \t]*\n/)
    .some((paragraph) => (paragraph.match(/[*_~[\]<$]/g)?.length ?? 0) > mostSigns);
