import { accept, fieldKind, refuse, type FieldOptions } from '../field.ts';
import { isVisible } from '../isVisible.ts';
import { operatorsFor } from '../operators.ts';
import type { Translated } from '../translated.ts';
import { readText } from './readText.ts';
import { textFormats, type TextFormatName } from './textFormats.ts';

export interface TextOptions extends FieldOptions<string> {
  /** Least number of characters (code points). Default: none. */
  min?: number;
  /** Most characters; 255 unless said otherwise. */
  max?: number;
  /** A regular expression as source text, anchored by itself. */
  pattern?: string;
  /** A rule with a name and a message of its own: `account`, `name`, `variable`. */
  format?: TextFormatName;
  /** Columns in which the server keeps the text in other languages: `{ en: 'title_en', of: 'made_title' }`. */
  translated?: Translated;
  /** Lists show all of it, on as many lines as it needs: its column gets the room that the others leave. Default: no. */
  wrap?: boolean;
  /**
   * Lists have the texts by pinyin, small and capital Latin letters alike: a second column holds what each sorts by. With
   * `false` they have them by their bytes, which is as good for codes, and takes less room. Default: true.
   */
  pinyin?: boolean;
}

/** One line of text. */
export const text = fieldKind<string, TextOptions, 'text'>({
  kind: 'text',
  ownOptions: ['min', 'max', 'pattern', 'format', 'translated', 'wrap', 'pinyin'],
  column: () => ({ type: 'text' }),
  encoding: () => ({ as: 'text' }),
  operators: operatorsFor.text,
  searchable: true,
  title: true,
  clientInput: () => 'string',
  maxLength: ({ max = 255 }) => max,
  pinyin: ({ pinyin = true }) => pinyin,
  whole: ({ wrap = false }) => wrap,
  check({ pattern, format }) {
    if (format !== undefined && !Object.hasOwn(textFormats, format))
      return `format is one of ${Object.keys(textFormats).join(', ')}.`;
    if (pattern === undefined) return undefined;
    try {
      new RegExp(`^(?:${pattern})$`, 'u');
      return undefined;
    } catch {
      return `pattern /${pattern}/ is no regular expression (with the flag u).`;
    }
  },
  parse(input, { min = 0, max = 255, pattern, format, required }) {
    const read = readText(input, { min, max });
    if ('refused' in read) return read;
    if (required && !isVisible(read.value)) return refuse('validate:required');
    if (format && !textFormats[format].pattern.test(read.value)) return refuse(textFormats[format].message);
    if (pattern && !new RegExp(`^(?:${pattern})$`, 'u').test(read.value)) return refuse('validate:pattern');
    return accept(read.value);
  },
  operand: (input) => readText(input, { max: 255 }),
});
