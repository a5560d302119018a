import type { Json } from './json.ts';
import type { Encoding } from './encoding.ts';
import type { Label } from './label.ts';
import type { Operator } from './operators.ts';
import type { Message } from './problem.ts';

export type { Json } from './json.ts';

/** What a column holds, on SQLite and PostgreSQL alike. */
export type SqlValue = string | number | null;
/** Which end of a `RANGE` an operand is. */
export type Bound = 'from' | 'to';

/** A column as both databases understand it. JSON, lists and dates are `text`; money and decimals are scaled `integer`s. */
export interface Column {
  readonly type: 'text' | 'integer' | 'real';
}

/**
 * Options that a plugin gives to fields of any table, by the name of the plugin, which declares them in `fieldOptions`:
 * `declare module '#resource' { interface PrivateOptions { files: { maxSize?: number } } }`.
 */
// oxlint-disable-next-line no-empty-interface -- filled by declaration merging
export interface PrivateOptions {}

/** Options that every kind of field takes; `T` is what a default may be. */
export interface FieldOptions<T extends Json = Json> {
  /** What columns, inputs, filters and messages call it. Default: the common text for fields of this name, else the name. */
  label?: Label;
  /** A sentence below the input. */
  help?: Label;
  /** Shown in the input while it is empty. */
  placeholder?: Label;
  /** Empty values are refused, where the form shows the field (`when`). Default: false. */
  required?: boolean;
  /** Value of a new row that does not say otherwise, and of existing rows when the column is added. In wire format. */
  default?: T;
  /** No two rows have the same value; rows without one may be many. Default: false. */
  unique?: boolean;
  /**
   * Makes sorting and filtering fast. Left out, a column by which the list can be sorted gets an index once the table has
   * 10,000 rows; false: never.
   */
  index?: boolean;
  /** Set by the server only: never taken from a body. */
  readonly?: boolean;
  /** Never leaves the server: cannot be read, filtered, sorted, searched or exported. */
  secret?: boolean;
  /**
   * Kept encrypted in the database, with the key of the installation (`SECRET_KEY`): read and written as ever, but neither
   * filtered, sorted, searched nor kept in history. Default: false.
   */
  encrypted?: boolean;
  /** Options of plugins, such as `private: { files: { maxSize: 5 } }`. The browser gets those only that their plugin shows. */
  private?: { readonly [N in keyof PrivateOptions]?: PrivateOptions[N] };
  /** The column's former name: the plan renames it instead of dropping it and its values. */
  renamedFrom?: string;
  /**
   * What becomes of a value when the field changes its kind or name: the old value in wire format to the new one, null for
   * none. Pure; not asked about rows without a value. It runs once, in the transaction of the change.
   */
  convert?(old: Json): T | null;
  /** Whether the quick search looks here (kinds of text only). */
  search?: boolean;
  /** Whether the filter panel offers it; true unless said otherwise. */
  filter?: boolean;
  /** Whether lists may be sorted by it; true unless said otherwise. */
  sort?: boolean;
  /** The form shows the field only while these other fields have these values, such as `{ status: 'live' }`. */
  when?: Readonly<Record<string, Json | readonly Json[]>>;
  /** Pixels of its column in lists, from 60 to 1,200, until somebody drags it. Default: what its values and its label need. */
  width?: number;
  /**
   * Name of what draws its values, which a plugin's `web.tsx` registers with `registerRenderer`. Where the plugin is absent or
   * off, values are drawn as those of their kind.
   */
  render?: string;
}

/**
 * The options given, and nothing but what `A` has: type inference alone would let misspelt ones pass. `convert` stands there
 * once more, so that its parameter has a type while the others are inferred.
 */
export type Only<O, A> = O & { readonly [K in Exclude<keyof O, keyof A>]: { 'there is no such option': K } } & Pick<
    A,
    'convert' & keyof A
  >;

export type Mode = 'stored' | 'virtual';

/**
 * One field of a table, as a resource file declares it. `T` is its value on the wire; `O` keeps the options' literal
 * types, from which row, insert and update types are inferred. A `virtual` field has no column of its own.
 */
export interface Field<T = unknown, O = {}, K extends string = string, M extends Mode = Mode> {
  /** The kind itself: no list of kinds is needed to know what a field is. */
  readonly kind: AnyKind & { readonly kind: K };
  readonly options: O;
  readonly mode: M;
  /** Carries the type only; never set. */
  readonly value?: T;
}
/** Any field. Not `Field<any>`: an options object left out would then infer `any` for all. */
export type AnyField = Field<unknown, {}, string, Mode>;
export type FieldMap = Readonly<Record<string, AnyField>>;

/** Makes a field for a resource file; `K` is the kind's name as a type, from which rows are inferred. */
export function field<T, O, K extends string, M extends Mode = 'stored'>(
  kind: AnyKind,
  options: O,
  mode: M = 'stored' as M,
): Field<T, O, K, M> {
  return { kind: kind as AnyKind & { readonly kind: K }, options, mode };
}

/** What `parse` gives back: the value in wire format, or why it is refused. */
export type Parsed<T> = { readonly value: T } | { readonly refused: Message };
export const accept = <T>(value: T): Parsed<T> => ({ value });
export const refuse = (key: string, params?: Record<string, unknown>): { readonly refused: Message } => ({
  refused: params ? { key, params } : { key },
});

/**
 * All that the server and the language know of one kind of value. The browser uses `parse` too, with the options that
 * the manifest carries, so there is one source of validation.
 *
 * A value has two forms: on the wire (`T`, JSON; also what hooks see) and in its column (`SqlValue`).
 * `parse` never sees empty input: undefined, null, blank text and empty lists are dealt with before by `parseField`.
 */
export interface FieldKind<T = unknown, O extends FieldOptions = FieldOptions> {
  /** The name of the kind, by which the browser finds what draws it: `stars`. */
  readonly kind: string;
  /** What people call it: `{ 'zh-cn': '星级', en: 'Stars' }`; the name in words when left out. */
  readonly label?: Label;
  /** The column, or null when the kind has none of its own. */
  column(options: O): Column | null;
  /**
   * How the column holds values, with every option that decides it. When it changes, the values that are there are read by
   * the old encoding and written by the new one. `own`, with all options that are not those of every field, when left out:
   * then what the values mean is what `load` makes of them.
   */
  encoding?(options: O): Omit<Encoding, 'kind'>;
  /** Filter operators, the first being the one a filter starts with. */
  readonly operators: readonly Operator[];
  /** Lenient in form (a number as a string, a date as seconds), strict in meaning. Must accept its own output unchanged. */
  parse(input: unknown, options: O): Parsed<T>;
  /** Wire format to column; the identity when left out. Called by `storeValue` only, never with null. */
  store?(value: T, options: O): SqlValue;
  /** Column to wire format; the identity when left out. Called by `loadValue` only, never with null. */
  load?(value: SqlValue, options: O): T;
  /**
   * A filter's operand to what the column is compared with; `store(parse(input))` when left out. Sees one value at a time:
   * one element of `IN`, one element looked for by `FIND_IN_SET` (the column holds a JSON list of such), one end of `RANGE`.
   */
  operand?(input: unknown, options: O, operator: Operator, bound?: Bound): Parsed<SqlValue>;
  /** What the browser gets of the options, in one language; must suffice for `parse`. Everything that is JSON when left out. */
  describe?(options: O, text: (label: Label) => string): { readonly [key: string]: Json };
  /** Names of the kind's own options, so that a misspelt one is found; any are taken when left out. */
  readonly ownOptions?: readonly string[];
  /** What is wrong with the options and what to write instead, if anything is. */
  check?(options: O): string | undefined;
  /** Decimals behind the point of what an integer column holds; 0 when left out. */
  scale?(options: O): number;
  /** The value of an empty input: null unless the kind has a better one (0 for a switch). Its type stands in `FilledKinds`. */
  readonly empty?: T;
  /** What counts as empty; `isEmpty.ts` unless the kind knows better. */
  isEmpty?(input: unknown): boolean;
  /** What is said when a required value is empty; `validate:required` when left out. */
  readonly requiredMessage?: string;
  /** Values are rarely short: lists show, and rows of lists carry, the column only where their definition names it. */
  readonly long?: boolean;
  /** Characters (code points) of the longest text that its column holds; any number when left out. */
  maxLength?(options: O): number;
  /**
   * What lists carry of a text that is longer than a few hundred characters: something made of its beginning, or with
   * `false` all of it, for what is bounded and of no use in part, such as an address. Left out: the beginning itself,
   * and null for kinds that have a `load`.
   */
  readonly excerpt?: Excerpt<T> | false;
  /** Whether lists carry all of a text, however long, because the field says so. */
  whole?(options: O): boolean;
  /** Whether the quick search can look into the column. */
  readonly searchable?: boolean;
  /** Whether rows can be sorted by the column; true unless said otherwise. */
  readonly sortable?: boolean;
  /** Whether lists have its texts by pinyin, small and capital Latin letters alike, rather than by their bytes. */
  pinyin?(options: O): boolean;
  /**
   * The value places a row among all others of its table, so that it tells of rows that one does not see. Whoever sees
   * a part of them only sorts by it and never reads it.
   */
  readonly relative?: boolean;
  /**
   * The value refers to rows of the table in the option `to`: to `one` (the field is named `…_id`, and rows carry the other
   * row beside it), to the `parent` in the same table, or to `many`, whose ids stand in a join table instead of a column.
   */
  readonly relation?: 'one' | 'many' | 'parent';
  /** Only the server sets the value, whatever the options of the field are. */
  readonly generated?: boolean;
  /** Values may be added up: its column holds whole numbers of `10 ** -scale`. Its type stands in `SummableKinds`. */
  readonly summable?: boolean;
  /** Lists may change the value in place: wherever they show it, or where their definition says so. */
  readonly inline?: 'always' | 'asked';
  /** Rows are called by the first field of such a kind unless their definition says otherwise. */
  readonly title?: boolean;
  /** What the database works the value out from, for a kind without a column: an expression of `expression.ts`. */
  expression?(options: O): { readonly sql: string; readonly scale: number | 'text' };
  /** The value in a text for people, such as a file of rows; its JSON, or a text as it is, when left out. Never with null. */
  text?(value: T, options: O, words: Words): string;
  /** What such a text that comes back in a file means, in wire format; undefined where it means nothing. Left out: `parse` reads it. */
  fromText?(text: string, options: O): T | undefined;
  /** What clients of the protocol call the input of such a setting; the name of the kind when left out. */
  clientInput?(options: O): string;
  /** Whether those clients check the value themselves, by a rule with the name of the kind. */
  readonly clientRule?: boolean;
  /** The options as a file declares them, where the encoding of a column says more or less than those. */
  declared?(encoding: Omit<Encoding, 'kind'>): { readonly [option: string]: Json };
  /** The gate stores an argon2id hash instead of the value, which is never read back. */
  readonly hashed?: boolean;
  /** Set by the option `encrypted`: the kind that the field has, and the place for which its values are encrypted. */
  readonly encrypted?: { readonly plain: AnyKind; readonly about: string };
  /** The value is HTML: the gate keeps only what `richTextRules` name. */
  readonly sanitized?: boolean;
  /** Inputs that `parse` takes and refuses, for the tests that run over every table; the built-in kinds have theirs there. */
  readonly samples?: { readonly accepted: readonly unknown[]; readonly refused: readonly unknown[] };
}

/** The language of texts that are made of values. */
export interface Words {
  label(label: Label): string;
  /** The text of a message key, such as `table:yes`. */
  message(key: string): string;
}

interface Excerpt<T> {
  /** Characters (code points) of the column that `from` needs to see. */
  readonly length: number;
  /** Sees the beginning of what the column holds; never throws. */
  from(beginning: string): T | string | null;
}

/** A kind with its types erased: kinds of every value and option stand in one list. */
export type AnyKind = FieldKind<unknown, FieldOptions>;

/** Whether a value is a list of several: then nothing is an empty list. */
export const holdsSeveral = ({ empty }: AnyKind): boolean => Array.isArray(empty);

/** What declares a field in a resource file, such as `f.text`, with the kind of the fields that it makes. */
export type Declares<F> = F & { readonly kind: AnyKind };
type Declare<T, A extends FieldOptions, K extends string> = <const O extends A>(
  options?: Only<O, A>,
) => Field<T, O, K, 'stored'>;

/**
 * A kind of field: gives the function that declares fields of it, `rating({ required: true })`, with the kind itself as
 * `rating.kind`. `K` is the kind's name as a type, which inference asks for only where types depend on the kind.
 */
export function fieldKind<T, A extends FieldOptions = FieldOptions<T & Json>, K extends string = string>(
  kind: FieldKind<T, A> & { readonly kind: K },
): Declares<Declare<T, A, K>> {
  return declaring<Declare<T, A, K>>(kind, ((options?: object) => field(kind, options ?? {})) as Declare<T, A, K>);
}

/** The same for kinds whose fields are declared by more than options, such as `belongsTo('category', { … })`. */
export function declaring<F extends (...given: never[]) => AnyField>(kind: AnyKind, declare: F): Declares<F> {
  return Object.assign(declare, { kind });
}
