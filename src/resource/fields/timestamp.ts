import { field, fieldKind, type FieldOptions, type Only } from '../field.ts';
import { datetimeKind } from './datetime.ts';

/** A moment that the program notes, such as the last sign-in; otherwise like `datetime`. */
export const timestampKind = fieldKind<number, FieldOptions>({ ...datetimeKind, kind: 'timestamp' });

export const timestamp = <const O extends FieldOptions>(options: Only<O, FieldOptions> = {} as Only<O, FieldOptions>) => field<number, O, 'timestamp'>('timestamp', options);
