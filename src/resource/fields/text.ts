import { accept, field, fieldKind, refuse, type FieldOptions } from '../field.ts';
import { operatorsFor } from '../operators.ts';
import { readText } from './readText.ts';

export interface TextOptions extends FieldOptions {
  /** Characters (code points); `max` is 255 unless said otherwise. */
  min?: number;
  max?: number;
  /** A regular expression as source text, anchored by itself. */
  pattern?: string;
}

/** One line of text. */
export const textKind = fieldKind<string, TextOptions>({
  kind: 'text',
  column: () => ({ type: 'text' }),
  operators: operatorsFor.text,
  searchable: true,
  parse(input, { min = 0, max = 255, pattern }) {
    const read = readText(input, { min, max });
    if ('refused' in read) return read;
    if (pattern && !new RegExp(`^(?:${pattern})$`, 'u').test(read.value)) return refuse('validate:pattern');
    return accept(read.value);
  },
});

export const text = <const O extends TextOptions>(options: O = {} as O) => field<string, O, 'text'>('text', options);
