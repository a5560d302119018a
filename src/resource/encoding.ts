import type { Json } from './json.ts';

/**
 * What the values of a column are: texts, HTML, scaled numbers, 1 and 0, unix seconds, `YYYY-MM-DD`, `HH:mm:ss`, lists of
 * texts, any JSON, ids of rows of the table `to`, hashes; `sealed` for what is encrypted, `own` for what only its kind can
 * read, `raw` for what the column holds where nobody knows any more what it means.
 */
export type Meaning =
  | 'text'
  | 'html'
  | 'number'
  | 'bool'
  | 'moment'
  | 'day'
  | 'time'
  | 'list'
  | 'json'
  | 'row'
  | 'hash'
  | 'sealed'
  | 'own'
  | 'raw';

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
  /** The place for which a value is encrypted, and how it is held within. */
  readonly about?: string;
  readonly of?: Encoding;
  /** Whatever else decides how a value is stored. */
  readonly options?: Readonly<Record<string, Json>>;
}
