import type { AnyKind, FieldOptions, Json, SqlValue } from '../field.ts';
import { parseField, storeValue } from '../parseField.ts';
import type { Encoding } from '../encoding.ts';
import { encodingOf } from './encoding.ts';
import { factOf, isPlain, plainNumber, wireOf, type Fact, type Kinds } from './fact.ts';

/** How the values of one column become those of a field. */
export interface Conversion {
  readonly from: Encoding;
  readonly kind: AnyKind;
  readonly options: FieldOptions;
  /** What the file says of it; without this a value is kept where the new kind can say the same. */
  readonly convert?: FieldOptions['convert'];
  /** Kinds by name, for values that only their own kind can read. */
  readonly kinds?: Kinds;
  /** Reads what is encrypted for a place; undefined where the key is another. */
  open?(sealed: string, about: string): string | undefined;
  /** Takes out of HTML what could run. */
  clean?(html: string): string;
}

/** Why there is no new value: the key of a text, and what its holes are filled with. */
export interface Reason {
  readonly key: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** The new value on the wire and in its column, or why there is none; `showing` says it with the value, which may be a secret. */
export type Converted =
  { readonly wire: Json; readonly raw: SqlValue } | { readonly refused: Reason; readonly showing?: Reason };

const because = (name: string, params?: Reason['params']): Reason => ({
  key: `schema:why.${name}`,
  ...(params && { params }),
});

/** No value of the new kind says the same. */
export const meaningless: Reason = because('meaningless');

/** What becomes of what the column holds. */
export function convertRaw(conversion: Conversion, raw: SqlValue): Converted {
  const { from, kinds } = conversion;
  try {
    if (from.as !== 'sealed' || raw === null) return convertWire(conversion, wireOf(from, raw, kinds));
    const opened = conversion.open?.(String(raw), from.about!);
    if (opened === undefined) return { refused: because('otherKey') };
    return convertWire(conversion, JSON.parse(opened) as Json);
  } catch (error) {
    return unreadable(error);
  }
}

/** The column holds what it cannot hold. */
export const unreadable = (error: unknown): Converted => ({
  refused: because('unreadable'),
  showing: because('unreadableAs', { message: (error as Error).message }),
});

/** What becomes of a value in wire format. */
export function convertWire(given: Conversion, wire: Json): Converted {
  const conversion = given.from.of ? { ...given, from: given.from.of } : given;
  const { encrypted } = conversion.kind;
  if (encrypted) {
    const converted = convertWire({ ...conversion, kind: encrypted.plain }, wire);
    return 'refused' in converted ? converted : stored(conversion, converted.wire);
  }
  const fact = factOf(conversion.from, wire);
  if (fact === null) return stored(conversion, conversion.kind.empty as Json | undefined);
  if (conversion.kind.hashed || fact.is === 'hash') return { refused: because('hash') };
  return conversion.convert ? byFile(conversion, wire) : byMeaning(conversion, fact);
}

/** A function of the file has the last word; what it gives must be a value of the new kind. */
function byFile(conversion: Conversion, wire: Json): Converted {
  let given: unknown;
  try {
    given = conversion.convert!(wire);
  } catch (error) {
    return { refused: because('failed'), showing: because('failedWith', { message: (error as Error).message }) };
  }
  if (given === undefined) return { refused: because('undefined') };
  return parsed(conversion, given);
}

function byMeaning(conversion: Conversion, fact: Fact): Converted {
  const { from, kind, options } = conversion;
  const to = encodingOf(kind, options);
  // What only its kind can read stays as it stands wherever the kind would write the same.
  if (
    to.as === 'own' &&
    from.kind === to.kind &&
    storeValue(kind, options, fact.wire) === storeValue(kind, from.options ?? {}, fact.wire)
  )
    return stored(conversion, fact.wire);
  const input = inputOf(fact, to);
  if (input === undefined) return { refused: meaningless };
  const converted = parsed(conversion, input);
  if ('refused' in converted) return converted;
  if (to.as === 'text' && from.kind !== to.kind)
    return isSameText(String(input), String(converted.wire)) ? converted : another(converted.wire);
  if (to.as !== 'own') return converted;
  const back = factOf(to, wireOf(to, converted.raw, new Map([[kind.kind, kind]])));
  return back && isSameFact(fact, back) ? converted : another(converted.wire);
}

const another = (wire: Json): Converted => ({
  refused: because('another'),
  showing: because('anotherAs', { value: JSON.stringify(wire) }),
});

function parsed(conversion: Conversion, input: unknown): Converted {
  const { kind, options, clean } = conversion;
  const { default: _default, ...rest } = options;
  const read = parseField(kind, { ...rest, required: false }, input);
  if ('refused' in read) return { refused: read.refused };
  const isHtml = kind.sanitized === true && typeof read.value === 'string';
  return stored(conversion, (isHtml && clean ? clean(read.value as string) : read.value) as Json);
}

const stored = ({ kind, options }: Conversion, wire: Json | undefined): Converted => ({
  wire: wire ?? null,
  raw: storeValue(kind, options, wire),
});

/** The fact as a value that the new kind may take; undefined where it cannot say the same. */
function inputOf({ is, wire, text, to: table }: Fact, to: Encoding): Json | undefined {
  const isWhole = (to.scale ?? 0) === 0 && to.wire === undefined;
  switch (to.as) {
    case 'text':
      return text;
    case 'html':
      return is === 'html' ? wire : text === undefined ? undefined : paragraph(text);
    case 'number':
      if (is === 'number' || (is === 'text' && isPlain(text!))) return plainNumber(text!);
      return ((is === 'bool' && text !== undefined) || is === 'row') && isWhole ? wire : undefined;
    case 'bool':
      if (is === 'bool') return Number(wire);
      return (is === 'number' || is === 'text') && /^(?:[01]|true|false)$/.test(text!) ? text : undefined;
    case 'moment':
      return is === 'moment' ? wire : is === 'text' && hasZone.test(text!) ? text : undefined;
    case 'day':
    case 'time':
      return is === to.as || is === 'text' ? text : undefined;
    case 'list':
      // A list has each word once, in its trimmed form; JSON may have it otherwise.
      if (is === 'list') return isWords(wire as readonly string[]) ? wire : undefined;
      return is === 'text' || is === 'number' ? [text!] : undefined;
    case 'row':
      return is === 'row' && table === to.to ? wire : undefined;
    case 'hash':
      return undefined;
    default:
      return ['text', 'number', 'bool', 'list', 'json', 'day', 'time'].includes(is) ? wire : undefined;
  }
}

const isWords = (list: readonly string[]): boolean =>
  new Set(list).size === list.length && list.every((word) => word.trim() === word);

/** Whole seconds of a day, and where on earth: any other text means another moment in another time zone. */
const hasZone = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.0+)?)?(?:Z|[+-]\d\d:\d\d)$/;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const paragraph = (text: string): string =>
  `<p>${text.replaceAll(/[&<>]/g, (character) => entities[character]!).replaceAll(/\r?\n/g, '<br />')}</p>`;

/** Kinds write texts in their own form, without spaces and in small letters; what they add may be wrong. */
function isSameText(before: string, after: string): boolean {
  const bare = (text: string): string => text.replaceAll(/[\s()-]/g, '').toLowerCase();
  return [bare(after), `+86${bare(after)}`].includes(bare(before));
}

function isSameFact(one: Fact, other: Fact): boolean {
  const comparable = ({ text, wire }: Fact): string =>
    text === undefined ? JSON.stringify(wire) : isPlain(text) ? plainNumber(text) : text;
  return comparable(one) === comparable(other);
}
