import { fieldKind, type FieldOptions } from '../field.ts';
import { fileAddress } from './fileAddresses.ts';

/** A picture: its address on the web, or on this site from `/`. */
export const image = fieldKind<string, FieldOptions<string>, 'image'>({ kind: 'image', ...fileAddress });
