import type { AnyField, Field, FieldMap, Json } from './field.ts';

/**
 * Every table of the product by its name. A resource file that other tables refer to adds itself:
 * `declare module '#resource' { interface Tables { article: typeof article } }`.
 */
// oxlint-disable-next-line no-empty-interface -- filled by declaration merging
export interface Tables {}
export type TableName = keyof Tables & string;

/** Columns that every table has; they are never written from a body. Times are unix seconds. */
export interface BaseRow {
  id: number;
  version: number;
  create_time: number;
  update_time: number;
}
export type BaseColumn = keyof BaseRow;
/** Columns that traits add. */
export type TraitColumn = 'weigh' | 'pid' | 'delete_time';

/** Kinds with a value for "nothing" (no, an empty list): never null. Each adds itself where it is defined. */
// oxlint-disable-next-line no-empty-interface -- filled by declaration merging
export interface FilledKinds {}

type Simplify<T> = { [K in keyof T]: T[K] } & {};
/** A field that the form may hide is empty while it is hidden. */
type NotNull<O> = O extends { default: {} }
  ? true
  : O extends { when: {} }
    ? false
    : O extends { required: true }
      ? true
      : false;
export type ValueOf<X> =
  X extends Field<infer T, infer O, infer K, infer M>
    ? M extends 'virtual'
      ? T
      : K extends keyof FilledKinds
        ? T
        : NotNull<O> extends true
          ? T
          : T | null
    : never;

type IsSecret<X> = X extends Field<unknown, infer O> ? (O extends { secret: true } ? true : false) : false;
export type VisibleKey<F> = { [K in keyof F]: IsSecret<F[K]> extends true ? never : K }[keyof F] & string;
export type WritableKey<F> = {
  [K in keyof F]: F[K] extends Field<unknown, infer O, infer K2>
    ? O extends { readonly: true }
      ? never
      : K2 extends 'computed' | 'weigh'
        ? never
        : K
    : never;
}[keyof F] &
  string;
type StoredKey<F> = { [K in keyof F]: F[K] extends Field<unknown, {}, string, 'stored'> ? K : never }[keyof F] & string;
type MustInsertKey<F> = {
  [K in WritableKey<F>]: F[K] extends Field<unknown, infer O>
    ? O extends { default: {} } | { when: {} }
      ? never
      : O extends { required: true }
        ? K
        : never
    : never;
}[WritableKey<F>];

/** A row as it is read: on the wire and in hooks. */
export type Row<F> = Simplify<BaseRow & { [K in VisibleKey<F>]: ValueOf<F[K]> }>;
/** What adding a row takes. */
export type Insert<F> = Simplify<
  { [K in MustInsertKey<F>]: ValueOf<F[K]> } & { [K in Exclude<WritableKey<F>, MustInsertKey<F>>]?: ValueOf<F[K]> }
>;
/** What changing a row takes; `version` is required, so that nobody overwrites silently. */
export type Update<F> = Simplify<{ version: number } & { [K in WritableKey<F>]?: ValueOf<F[K]> }>;
/** What hooks and the system may set: every stored or written column, readonly ones too. */
export type Values<F> = { -readonly [K in keyof F & string]?: ValueOf<F[K]> };

export type RowOf<T> = T extends { fields: infer F } ? Row<F> : never;
export type FieldsOf<N extends string> = N extends TableName
  ? Tables[N] extends { fields: infer F extends FieldMap }
    ? F
    : never
  : never;

/** `author_id` names the relation `author`; other keys name themselves. */
export type RelationName<K extends string> = K extends `${infer S}_id` ? S : K;
type RelationKey<F> = { [K in keyof F]: F[K] extends Field<unknown, {}, 'belongsTo'> ? K : never }[keyof F] & string;
type RelatedRow<X> =
  X extends Field<unknown, { to: infer R }> ? (R extends TableName ? RowOf<Tables[R]> : never) : never;
/** A column of the table, or `relation.column` of a table it belongs to. */
export type Path<F> =
  | (keyof Row<F> & string)
  | { [K in RelationKey<F>]: `${RelationName<K>}.${keyof RelatedRow<F[K]> & string}` }[RelationKey<F>];

/** Turns a wrong reference of `table()` into a readable compile error when `.resource()` is called. */
export type CheckReferences<F> = {
  [K in keyof F]: F[K] extends Field<unknown, { to: infer R }, infer Kind>
    ? R extends TableName
      ? Kind extends 'belongsTo'
        ? K extends `${string}_id`
          ? F[K]
          : `name this field ${K & string}_id`
        : F[K]
      : `no such table: ${R & string}`
    : F[K];
};

type Comparable<V> = V extends string | number ? { gt?: V; egt?: V; lt?: V; elt?: V } : {};
type Comparison<V> =
  | V
  | ({ eq?: V; ne?: V; in?: readonly V[]; notIn?: readonly V[]; isNull?: boolean; contains?: string } & Comparable<V>);
/** A condition on rows; its parts are AND-ed. Used for row rules and by hooks. */
export type Where<F> = { [K in keyof Row<F>]?: Comparison<Row<F>[K]> } & {
  and?: readonly Where<F>[];
  or?: readonly Where<F>[];
};

/** Fields that a list can edit in place: stored and writable. */
export type InlineKey<F> = WritableKey<F> & StoredKey<F>;
/** Fields that can be added up: numbers with a column. */
export type SumKey<F> = {
  [K in keyof F]: F[K] extends Field<unknown, infer O, 'int' | 'decimal' | 'money', 'stored'>
    ? O extends { secret: true }
      ? never
      : K
    : never;
}[keyof F] &
  string;
export type Sort<F> = `${'' | '-'}${Path<F> | TraitColumn}`;
export type AnyRow = Readonly<Record<string, Json>> & BaseRow;
export type { AnyField };
