import type { FieldOptions } from './field.ts';

/** Pixels that a column of a list may have: as narrow as a tick, as wide as a screen. */
export const columnWidths = { least: 60, most: 1200 } as const;

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
  'width',
  'render',
] as const satisfies readonly (keyof FieldOptions)[];
