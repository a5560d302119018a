/** Whether there may be formulas in it: what draws them is fetched then. */
export const mayHaveFormulas = (text: string): boolean => /\$|\\\(|\\\[/.test(text);

/** Code, in which everything stays as it is. */
const code = /(```[\s\S]*?(?:```|$)|`[^`\n]*`)/;

/** Models write `\(…\)` and `\[…\]` as often as `$…$` and `$$…$$`: one way for all. Amounts such as $5 stay amounts. */
export function withDollars(text: string): string {
  return text
    .split(code)
    .map((part, place) => (place % 2 === 1 ? part : inWords(part)))
    .join('');
}

const inWords = (text: string): string =>
  text
    .replaceAll(/(?<![\\$])\$(?=\d[\d,.]*(?:[\s,.;:!?)]|$))(?![^$\n]*[^\s$\\]\$(?!\d))/g, '\\$')
    .replaceAll(/^[ \t]*\$\$([^$\n]+)\$\$[ \t]*$/gm, (_all, formula: string) => display(formula))
    .replaceAll(/\\\[([\s\S]+?)\\\]/g, (_all, formula: string) => display(formula))
    .replaceAll(/\\\(([\s\S]+?)\\\)/g, (_all, formula: string) => `$${formula.trim()}$`);

/** On lines of its own: what stands between words is smaller. */
const display = (formula: string): string => `\n$$\n${formula.trim()}\n$$\n`;
