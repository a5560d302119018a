import { encodingOf } from './conversion/encoding.ts';
import type { AnyKind, FieldOptions } from './field.ts';
import { storeValue } from './parseField.ts';

/** Encrypts texts; `about` says where one stands, so that it cannot be opened in another place. */
export interface FieldSealer {
  seal(text: string, about: string): string;
  /** Undefined when it was encrypted with another key, or for another place. */
  open(sealed: string, about: string): string | undefined;
  /** Told of a value that cannot be read. */
  lost?(about: string): void;
}

/**
 * The kind as a column has it that holds its values encrypted: no database can compare, sort or search them. A file declares
 * it before there is a key; whoever runs the table gives it one.
 */
export function encryptedKind(plain: AnyKind, about: string, sealer: FieldSealer = withoutKey): AnyKind {
  const { maxLength: _length, expression: _sql, clientRule: _rule, ...kind } = plain;
  return {
    ...kind,
    encrypted: { plain, about },
    column: () => ({ type: 'text' }),
    encoding: (options) => ({ as: 'sealed', about, of: encodingOf(plain, options) }),
    operators: [],
    searchable: false,
    sortable: false,
    summable: false,
    title: false,
    excerpt: false,
    store: (value) => sealer.seal(JSON.stringify(value), about),
    load(sealed) {
      const text = sealer.open(String(sealed), about);
      if (text !== undefined) return JSON.parse(text) as unknown;
      sealer.lost?.(about);
      return plain.empty ?? null;
    },
  };
}

const withoutKey: FieldSealer = { seal: noKey, open: noKey };
function noKey(_text: string, about: string): never {
  throw new Error(`${about} is encrypted, and there is no key here.`);
}

/** What keeps a field from being encrypted, if anything does. */
export function wrongEncryption(kind: AnyKind, options: FieldOptions): string | undefined {
  if (!options.encrypted) return undefined;
  if (kind.hashed) return 'a password is kept as a hash, which nobody can read: leave out encrypted.';
  if (kind.relation || kind.generated || kind.relative || kind.expression || !kind.column(options))
    return `${kind.kind} fields are worked with by the database: leave out encrypted.`;
  const comparing = (['unique', 'index', 'search', 'sort', 'filter', 'translated'] as const).find(
    (name) => (options as Readonly<Record<string, unknown>>)[name],
  );
  if (comparing) return `encrypted values cannot be compared: leave out ${comparing}, or encrypted.`;
  if (options.default !== undefined)
    return 'a default would stand in the database unencrypted: leave it out, and set it in beforeSave.';
  return undefined;
}

/** Whether columns would hold the values differently; what is encrypted is never the same twice. */
export function isStoredAlike(kind: AnyKind, options: FieldOptions, one: unknown, other: unknown): boolean {
  const plain = kind.encrypted?.plain ?? kind;
  return storeValue(plain, options, one) === storeValue(plain, options, other);
}
