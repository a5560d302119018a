import { fieldKind, type FieldOptions } from '../field.ts';
import { readText } from './readText.ts';

export interface TextareaOptions extends FieldOptions<string> {
  /** Least number of characters (code points). Default: none. */
  min?: number;
  /** Most characters; 65,535 unless said otherwise. */
  max?: number;
  /** Lines of the input. */
  rows?: number;
}

/** Text of several lines. */
export const textarea = fieldKind<string, TextareaOptions, 'textarea'>({
  kind: 'textarea',
  ownOptions: ['min', 'max', 'rows'],
  column: () => ({ type: 'text' }),
  encoding: () => ({ as: 'text' }),
  operators: ['LIKE', 'NOT LIKE', 'STARTS WITH', 'ENDS WITH', 'NULL', 'NOT NULL'],
  searchable: true,
  long: true,
  maxLength: ({ max = 65_535 }) => max,
  sortable: false,
  requiredMessage: 'validate:contentRequired',
  parse: (input, { min = 0, max = 65_535 }) => readText(input, { min, max }),
  operand: (input) => readText(input, { max: 255 }),
});
