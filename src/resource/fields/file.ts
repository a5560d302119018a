import { fieldKind, type FieldOptions } from '../field.ts';
import { fileAddress } from './fileAddresses.ts';

/** A file: its address on the web, or on this site from `/`. */
export const file = fieldKind<string, FieldOptions<string>, 'file'>({ kind: 'file', ...fileAddress });
