/** Letters up to which code has colours: beyond, finding them would hold up the page. It takes the square of their number. */
const mostLetters = 12_000;
/** Languages in which any word may be the beginning of a function. */
const mostLettersOf: Readonly<Record<string, number>> = Object.fromEntries(
  ['c', 'h', 'cpp', 'cc', 'c++', 'h++', 'hpp', 'hh', 'hxx', 'cxx', 'arduino', 'ino'].map((name) => [name, 8_000]),
);
/** Whether code is shown in colours. */
export const isColored = (language: string, text: string): boolean =>
  language !== '' && text.length <= (mostLettersOf[language.toLowerCase()] ?? mostLetters);
