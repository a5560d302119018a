import type { FieldOptions } from './field.ts';

/** Options that a field of any kind may have. */
export const commonOptions = [
  'label',
  'help',
  'placeholder',
  'required',
  'default',
  'unique',
  'index',
  'readonly',
  'secret',
  'encrypted',
  'private',
  'renamedFrom',
  'convert',
  'search',
  'filter',
  'sort',
  'when',
] as const satisfies readonly (keyof FieldOptions)[];
