import { accept, field, fieldKind, refuse, type FieldOptions, type Only } from '../field.ts';

/** A colour: `#rrggbb`, or `#rrggbbaa` with transparency, in lower case. Short forms are spelt out. */
export const colorKind = fieldKind<string, FieldOptions<string>>({
  kind: 'color',
  ownOptions: [],
  column: () => ({ type: 'text' }),
  encoding: () => ({ as: 'text' }),
  operators: ['eq', 'ne', 'NULL', 'NOT NULL'],
  maxLength: () => 9,
  parse(input) {
    const text = typeof input === 'string' ? input.trim().toLowerCase() : '';
    if (/^#(?:[0-9a-f]{6}|[0-9a-f]{8})$/.test(text)) return accept(text);
    return /^#[0-9a-f]{3,4}$/.test(text) ? accept(text.replace(/[0-9a-f]/g, '$&$&')) : refuse('validate:color');
  },
});

export const color = <const O extends FieldOptions<string>>(
  options: Only<O, FieldOptions<string>> = {} as Only<O, FieldOptions<string>>,
) => field<string, O, 'color'>(colorKind, options);
