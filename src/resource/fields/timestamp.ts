import { field, fieldKind, type FieldOptions, type Only } from '../field.ts';
import { datetimeKind } from './datetime.ts';

/** A moment that the program notes, such as the last sign-in; otherwise like `datetime`. */
export const timestampKind = fieldKind<number, FieldOptions<number | string>>({ ...datetimeKind, kind: 'timestamp' });

type TimestampOptions = FieldOptions<number | string>;
/** Set by the server only, unless the file says `readonly: false`. */
type Kept<O> = O extends { readonly: false } ? O : O & { readonly: true };

export const timestamp = <const O extends TimestampOptions>(
  options: Only<O, TimestampOptions> = {} as Only<O, TimestampOptions>,
) => field<number, Kept<O>, 'timestamp'>(timestampKind, { readonly: true, ...options } as unknown as Kept<O>);
