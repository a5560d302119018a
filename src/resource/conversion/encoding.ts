import type { AnyKind, FieldOptions, Json } from '../field.ts';
import { commonOptions } from '../fieldOptions.ts';
import { builtInKinds } from '../fields/index.ts';

/**
 * What the values of a column are: texts, HTML, scaled numbers, 1 and 0, unix seconds, `YYYY-MM-DD`, `HH:mm:ss`, lists of
 * texts, any JSON, ids of rows of the table `to`, hashes; `own` for what only its kind can read, `raw` for what the column
 * holds where nobody knows any more what it means.
 */
export type Meaning =
  'text' | 'html' | 'number' | 'bool' | 'moment' | 'day' | 'time' | 'list' | 'json' | 'row' | 'hash' | 'own' | 'raw';

/**
 * How a column holds its values, in JSON. It is remembered with the schema of the database, so that a later program knows
 * what stands there after the field has become another one.
 */
export interface Encoding {
  readonly kind: string;
  readonly as: Meaning;
  /** Decimals of a number: its column holds `10 ** -scale` units. */
  readonly scale?: number;
  /** Set for numbers that are decimal text on the wire. */
  readonly wire?: 'text';
  /** The table whose rows are meant. */
  readonly to?: string;
  /** The only values that there are. More of them later change nothing of those that stand there. */
  readonly choices?: readonly string[];
  /** Whatever else decides how a value is stored. */
  readonly options?: Readonly<Record<string, Json>>;
}

/** Of columns that an older program has filled, which did not record kinds. */
export const unknownEncoding: Encoding = { kind: '', as: 'raw' };

/** How a field of this kind stores its values. */
export function encodingOf(kind: AnyKind, options: FieldOptions): Encoding {
  const described = kind.encoding?.(options) ?? { as: 'own' as const, options: ownOptions(options) };
  // As it is read back: what JSON leaves out is no part of it.
  return JSON.parse(JSON.stringify({ kind: kind.kind, ...described })) as Encoding;
}

const ownOptions = (options: FieldOptions): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(options).filter(([name]) => !(commonOptions as readonly string[]).includes(name)),
  ) as Record<string, Json>;

/** Whether whatever stands in a column of the one encoding stands there rightly for the other. */
export function isSameEncoding(from: Encoding, to: Encoding): boolean {
  const { choices: before = [], ...one } = from;
  const { choices: after = [], ...other } = to;
  return before.every((choice) => after.includes(choice)) && JSON.stringify(one) === JSON.stringify(other);
}

/** The encoding as a resource file declares it: `f.decimal({ scale: 3 })`. */
export function encodingText(encoding: Encoding): string {
  const { kind, to, options = {} } = encoding;
  if (kind === '') return 'a kind that was not recorded';
  const declared = builtInKinds.get(kind)?.declared?.(encoding);
  if (to !== undefined && !declared) return `f.${kind}('${to}')`;
  const parts = Object.entries(declared ?? options).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `f.${kind}${parts.length > 0 ? `({ ${parts.join(', ')} })` : ''}`;
}
