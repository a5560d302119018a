import { accept, field, fieldKind, refuse, type FieldOptions, type Only } from '../field.ts';

/** A password: 6 to 32 characters (specification §5). Written and never read; its column holds an argon2id hash. */
export const passwordKind = fieldKind<string, FieldOptions>({
  kind: 'password',
  ownOptions: [],
  column: () => ({ type: 'text' }),
  encoding: () => ({ as: 'hash' }),
  operators: [],
  sortable: false,
  hashed: true,
  // Spaces are characters of a password.
  isEmpty: (input) => input === undefined || input === null || input === '',
  parse(input) {
    const text = typeof input === 'string' && input.isWellFormed() ? input : '';
    return /^[^&<>"'\p{Cc}]{6,32}$/u.test(text) ? accept(text) : refuse('validate:password');
  },
});

export const password = <const O extends FieldOptions>(options: Only<O, FieldOptions> = {} as Only<O, FieldOptions>) =>
  field<string, O & { secret: true }, 'password'>(passwordKind, { ...options, secret: true });
