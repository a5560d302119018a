import { fieldKind, type FieldOptions } from '../field.ts';
import { fileAddresses } from './fileAddresses.ts';

declare module '../types.ts' {
  interface FilledKinds {
    images: true;
  }
}

export interface ImagesOptions extends FieldOptions<readonly string[]> {
  /** How many; 20 unless said otherwise. */
  limit?: number;
}

/** Several images in an order, each by its address. */
export const images = fieldKind<string[], ImagesOptions, 'images'>({ kind: 'images', ...fileAddresses });
