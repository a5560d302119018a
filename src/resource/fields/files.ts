import { fieldKind, type FieldOptions } from '../field.ts';
import { fileAddresses } from './fileAddresses.ts';

declare module '../types.ts' {
  interface FilledKinds {
    files: true;
  }
}

export interface FilesOptions extends FieldOptions<readonly string[]> {
  /** How many; 20 unless said otherwise. */
  limit?: number;
}

/** Several files in an order, each by its address. */
export const files = fieldKind<string[], FilesOptions, 'files'>({ kind: 'files', ...fileAddresses });
