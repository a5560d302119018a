import { fieldKind, type FieldOptions } from '../field.ts';
import { isEmpty } from '../isEmpty.ts';
import { readText } from './readText.ts';

export interface RichTextOptions extends FieldOptions<string> {
  /** Characters of HTML; 200,000 unless said otherwise. */
  max?: number;
}

/** HTML from an editor. The gate lets only what `richTextRules` name into the column. */
export const richText = fieldKind<string, RichTextOptions, 'richText'>({
  kind: 'richText',
  ownOptions: ['max'],
  column: () => ({ type: 'text' }),
  encoding: () => ({ as: 'html' }),
  operators: ['LIKE', 'NOT LIKE', 'NULL', 'NOT NULL'],
  searchable: true,
  sortable: false,
  long: true,
  excerpt: { length: 2000, from: (beginning) => textOfHtml(beginning) },
  sanitized: true,
  text: (html) => textOfHtml(html, Infinity),
  clientInput: () => 'editor',
  isEmpty: showsNothing,
  requiredMessage: 'validate:richTextRequired',
  parse: (input, { max = 200_000 }) => readText(input, { max }),
  operand: (input) => readText(input, { max: 255 }),
});

/** Characters of the text that stands for a long one. */
const excerptLength = 300;

/** The beginning of HTML as HTML without tags: none of them, no character reference and no code point is cut through. */
function textOfHtml(beginning: string, most = excerptLength): string {
  const parts = beginning
    .replace(/<\/(?:p|h[1-6]|li|td|div|blockquote|pre)>|<br[^>]*>/g, ' ')
    .replace(/<[^>]*(?:>|$)/g, '')
    .replace(/&[^;\s]{0,31}$/, '')
    .match(/&[^;\s]{1,31};|\s+|./gsu);
  return (parts ?? [])
    .slice(0, most)
    .map((part) => (/^\s/.test(part) ? ' ' : part))
    .join('')
    .trim();
}

/** An editor that was cleared leaves `<p><br></p>` and the like. */
function showsNothing(input: unknown): boolean {
  if (isEmpty(input)) return true;
  if (typeof input !== 'string' || input.length > 1000) return false;
  return input.replace(/<\/?(?:p|br|div|span|h[1-6])(?:\s[^<>]*)?\/?>|&nbsp;|&#160;|[\s\u200b\ufeff]/gi, '') === '';
}
