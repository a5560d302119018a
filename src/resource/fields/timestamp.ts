import { declaring, field, fieldKind, type FieldOptions, type Only } from '../field.ts';
import { datetime } from './datetime.ts';

type TimestampOptions = FieldOptions<number | string>;
/** Set by the server only, unless the file says `readonly: false`. */
type SetByServer<O> = O extends { readonly: false } ? O : O & { readonly: true };

const { kind } = fieldKind<unknown, TimestampOptions>({ ...datetime.kind, kind: 'timestamp' });

/** A moment that the program notes, such as the last sign-in; otherwise like `datetime`. */
export const timestamp = declaring(
  kind,
  <const O extends TimestampOptions>(options: Only<O, TimestampOptions> = {} as Only<O, TimestampOptions>) =>
    field<number, SetByServer<O>, 'timestamp'>(kind, { readonly: true, ...options } as unknown as SetByServer<O>),
);
