import { field, fieldKind, type FieldOptions, type Only } from '../field.ts';
import { datetimeKind } from './datetime.ts';

/** A moment that the program notes, such as the last sign-in; otherwise like `datetime`. */
export const timestampKind = fieldKind<number, FieldOptions<number | string>>({ ...datetimeKind, kind: 'timestamp' });

export const timestamp = <const O extends FieldOptions<number | string>>(
  options: Only<O, FieldOptions<number | string>> = {} as Only<O, FieldOptions<number | string>>,
) => field<number, O, 'timestamp'>(timestampKind, options);
