import { accept, declaring, field, fieldKind, type FieldOptions } from '../field.ts';
import { operatorsFor } from '../operators.ts';
import { readScaled } from './readScaled.ts';
import { readText } from './readText.ts';

export interface ComputedOptions extends FieldOptions {
  /** An expression of the columns of the row, such as `price * 0.3`: see fields.md. */
  sql: string;
  /** Decimals of a number; 2 unless said otherwise. Text has `'text'`. */
  scale?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 'text';
}

const { kind } = fieldKind<number | string, ComputedOptions>({
  kind: 'computed',
  ownOptions: ['sql', 'scale'],
  column: () => null,
  operators: operatorsFor.number,
  generated: true,
  expression: ({ sql, scale = 2 }) => ({ sql, scale }),
  excerpt: { length: 300, from: (beginning) => beginning },
  scale: ({ scale = 2 }) => (scale === 'text' ? 0 : scale),
  parse(input, { scale = 2 }) {
    if (scale === 'text') return readText(input, { max: 255 });
    const scaled = readScaled(input, scale);
    return 'refused' in scaled ? scaled : accept(scaled.value / 10 ** scale);
  },
  store: (value, { scale = 2 }) => (scale === 'text' ? value : Math.round(Number(value) * 10 ** scale)),
  load: (value, { scale = 2 }) => (scale === 'text' ? String(value) : Number(value) / 10 ** scale),
  describe: ({ scale = 2 }) => ({ scale }),
});

/**
 * A value that the database works out whenever the row is read; it can be sorted and filtered by, never written. The type
 * of the value is said by hand: `f.computed<number | null>({ sql: 'price * 0.3' })`.
 */
export const computed = declaring(kind, <T extends number | string | null>(options: ComputedOptions) =>
  field<T, { readonly: true }, 'computed', 'virtual'>(kind, { ...options, readonly: true }, 'virtual'),
);
