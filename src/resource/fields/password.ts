import { accept, declaring, field, fieldKind, refuse, type FieldOptions, type Only } from '../field.ts';

const { kind } = fieldKind<string, FieldOptions>({
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

/** A password: 6 to 32 characters (specification §5). Written and never read; its column holds an argon2id hash. */
export const password = declaring(
  kind,
  <const O extends FieldOptions>(options: Only<O, FieldOptions> = {} as Only<O, FieldOptions>) =>
    field<string, O & { secret: true }, 'password'>(kind, { ...options, secret: true }),
);
