import type { AnyKind, Json, SqlValue } from '../field.ts';
import { scaledText } from '../fields/readScaled.ts';
import { loadValue } from '../parseField.ts';
import type { Encoding, Meaning } from '../encoding.ts';

/** What one value says, whatever it was stored as. */
export interface Fact {
  readonly is: Exclude<Meaning, 'own' | 'raw' | 'sealed'>;
  /** As it is on the wire. */
  readonly wire: Json;
  /** The text that says the same; undefined where no text does. */
  readonly text: string | undefined;
  /** The table of a row. */
  readonly to?: string | undefined;
}

export type Kinds = ReadonlyMap<string, AnyKind>;

/** What a column of this encoding holds, in wire format. Throws where the column holds something else. */
export function wireOf(encoding: Encoding, raw: SqlValue, kinds: Kinds = new Map()): Json {
  const { as, scale = 0 } = encoding;
  if (as === 'own') return ownValue(encoding, raw, kinds.get(encoding.kind));
  if (as === 'raw' || as === 'sealed') return raw;
  if (raw === null) return as === 'bool' ? 0 : as === 'list' ? [] : null;
  switch (as) {
    case 'number': {
      const text = scaledText(wholeNumber(raw), scale);
      return encoding.wire === 'text' ? text : Number(text);
    }
    case 'bool':
      return raw === 0 || raw === 1 ? raw : unreadable(raw);
    case 'moment':
    case 'row':
      return wholeNumber(raw);
    case 'list': {
      const list = JSON.parse(String(raw)) as Json;
      return isTexts(list) ? list : unreadable(raw);
    }
    case 'json':
      return JSON.parse(String(raw)) as Json;
    case 'day':
      return /^\d{4}-\d\d-\d\d$/.test(String(raw)) ? raw : unreadable(raw);
    case 'time':
      return /^\d\d:\d\d:\d\d$/.test(String(raw)) ? raw : unreadable(raw);
    default:
      return typeof raw === 'string' ? raw : unreadable(raw);
  }
}

function ownValue({ kind: name, options = {} }: Encoding, raw: SqlValue, kind: AnyKind | undefined): Json {
  if (!kind) throw new Error(`only the kind ${name} can read it, which no plugin brings any more`);
  return loadValue(kind, options, raw) as Json;
}

const wholeNumber = (raw: SqlValue): number =>
  typeof raw === 'number' && Number.isInteger(raw) ? raw : unreadable(raw);

function unreadable(raw: SqlValue): never {
  throw new Error(`${JSON.stringify(raw)} cannot be read`);
}

const isTexts = (value: Json): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/** What a value in wire format says. Nothing says null. */
export function factOf({ as, to }: Encoding, wire: Json): Fact | null {
  if (wire === null || (as === 'list' && isTexts(wire) && wire.length === 0)) return null;
  switch (as) {
    case 'json':
    case 'own':
    case 'raw':
    case 'sealed':
      return shownBy(wire);
    case 'list':
      return isTexts(wire) ? listFact(wire) : { is: 'json', wire, text: undefined };
    case 'moment':
      return { is: as, wire, text: momentText(Number(wire)) };
    case 'html':
    case 'hash':
      return { is: as, wire, text: undefined };
    case 'row':
      return { is: as, wire, text: undefined, to };
    default:
      return { is: as, wire, text: String(wire as string | number) };
  }
}

/** JSON says what its form says. */
function shownBy(wire: Json): Fact {
  if (typeof wire === 'string') return { is: 'text', wire, text: wire };
  if (typeof wire === 'number' && isPlain(String(wire))) return { is: 'number', wire, text: String(wire) };
  if (typeof wire === 'boolean') return { is: 'bool', wire, text: undefined };
  return isTexts(wire) ? listFact(wire) : { is: 'json', wire, text: undefined };
}

const listFact = (list: readonly string[]): Fact => ({
  is: 'list',
  wire: list,
  text: list.length === 1 ? list[0] : undefined,
});

/** Plain decimal notation, in which nothing is lost on the way to a number: `007` is no number but a code. */
export const isPlain = (text: string): boolean => /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text);

/** The same number always as the same text: `5.50` and `5.5` are `5.5`. */
export const plainNumber = (text: string): string => {
  const short = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  return short === '-0' ? '0' : short;
};

/** A moment in the notation that needs no time zone to be known; undefined outside of the years 1 to 9999. */
function momentText(seconds: number): string | undefined {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return undefined;
  const text = date.toISOString().replace(/\.000Z$/, 'Z');
  return /^(?!0000)\d{4}-/.test(text) ? text : undefined;
}
