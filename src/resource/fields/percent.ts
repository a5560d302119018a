import { fieldKind, refuse, type FieldOptions } from '../field.ts';
import { operatorsFor } from '../operators.ts';
import { readDecimal } from './decimal.ts';
import { readScaled } from './readScaled.ts';

export interface PercentOptions extends FieldOptions<number> {
  /** 0 unless said otherwise. */
  min?: number;
  /** 100 unless said otherwise. */
  max?: number;
}

/** A percentage with two decimals: 12.5 is 12.5 %. In its column hundredths of a percent. */
export const percent = fieldKind<number, PercentOptions, 'percent'>({
  kind: 'percent',
  ownOptions: ['min', 'max'],
  column: () => ({ type: 'integer' }),
  encoding: () => ({ as: 'number', scale: 2 }),
  operators: operatorsFor.number,
  parse(input, { min = 0, max = 100 }) {
    const parsed = readDecimal(input, { scale: 2, min, max });
    return 'refused' in parsed && parsed.refused.key === 'validate:decimals' ? refuse('validate:percent') : parsed;
  },
  scale: () => 2,
  store: (value) => Math.round(value * 100),
  load: (value) => Number(value) / 100,
  operand: (input) => readScaled(input, 2),
  text: (value) => `${value}%`,
});
