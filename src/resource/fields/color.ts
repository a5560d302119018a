import { accept, fieldKind, refuse, type FieldOptions } from '../field.ts';

/** A colour: `#rrggbb`, or `#rrggbbaa` with transparency, in lower case. Short forms are spelt out. */
export const color = fieldKind<string, FieldOptions<string>, 'color'>({
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
