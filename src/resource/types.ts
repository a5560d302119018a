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
/**
 * Columns that traits add. A plugin's trait adds its own: `declare module '#resource' { interface TraitColumns {
 * archive_time: true } }`.
 */
export interface TraitColumns {
  weigh: true;
  pid: true;
  delete_time: true;
}
export type TraitColumn = keyof TraitColumns;

/** Kinds with a value for "nothing" (no, an empty list): never null. Each adds itself where it is defined. */
// oxlint-disable-next-line no-empty-interface -- filled by declaration merging
export interface FilledKinds {}

/** Kinds whose field is named `…_id` and leads to one row of another table. */
// oxlint-disable-next-line no-empty-interface -- filled by declaration merging
export interface ToOneKinds {}

/** Kinds whose values lists can change in place. */
// oxlint-disable-next-line no-empty-interface -- filled by declaration merging
export interface InlineKinds {}

/** Kinds whose values can be added up. */
// oxlint-disable-next-line no-empty-interface -- filled by declaration merging
export interface SummableKinds {}

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
  [K in keyof F]: F[K] extends Field<unknown, infer O> ? (O extends { readonly: true } ? never : K) : never;
}[keyof F] &
  string;
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
/**
 * Fields that plugins add to tables of others. One that does adds what `extend` gave it under a name of its own:
 * `declare module '#resource' { interface Extensions { department: typeof departments } }`.
 */
// oxlint-disable-next-line no-empty-interface -- filled by declaration merging
export interface Extensions {}
type AddingFields<N extends string> = {
  [K in keyof Extensions]: Extensions[K] extends { table: N; fields: infer G } ? (all: G) => void : never;
}[keyof Extensions];
type AddedFields<N extends string> = AddingFields<N> extends (all: infer G extends FieldMap) => void ? G : never;
export type FieldsOf<N extends string> = N extends TableName
  ? Tables[N] extends { fields: infer F extends FieldMap }
    ? [AddingFields<N>] extends [never]
      ? F
      : F & AddedFields<N>
    : never
  : never;

/** `author_id` names the relation `author`; other keys name themselves. */
export type RelationName<K extends string> = K extends `${infer S}_id` ? S : K;
type RelationKey<F> = { [K in keyof F]: F[K] extends Field<unknown, {}, keyof ToOneKinds> ? K : never }[keyof F] &
  string;
type RelatedRow<X> =
  X extends Field<unknown, { to: infer R }> ? (R extends TableName ? RowOf<Tables[R]> : never) : never;
/** A column of the table, or `relation.column` of a table it belongs to. */
export type Path<F> =
  | (keyof Row<F> & string)
  | { [K in RelationKey<F>]: `${RelationName<K>}.${keyof RelatedRow<F[K]> & string}` }[RelationKey<F>];

/** What a path calls the way that a field leads: `category` for `category_id`, `tags` for `tag_ids` (`relationName`). */
type WayName<K extends string> = K extends `${infer S}_ids` ? Plural<S> : RelationName<K>;
type Vowel = 'a' | 'e' | 'i' | 'o' | 'u';
type Plural<S extends string> = S extends `${string}${Vowel}y`
  ? `${S}s`
  : S extends `${infer Stem}y`
    ? `${Stem}ies`
    : S extends `${string}${'s' | 'x' | 'z' | 'ch' | 'sh'}`
      ? `${S}es`
      : `${S}s`;
/** The fields of the table that a field leads to. */
type Beyond<F, X> =
  X extends Field<unknown, infer O, infer Kind>
    ? Kind extends 'parent'
      ? F
      : O extends { to: infer R extends TableName }
        ? FieldsOf<R>
        : never
    : never;
type WayKey<F> = { [K in keyof F]: [Beyond<F, F[K]>] extends [never] ? never : K }[keyof F] & string;
type Ways<F> = { [K in WayKey<F> as WayName<K>]: Beyond<F, F[K]> };
/** The ways to one row. */
type WaysToOne<F> = {
  [K in WayKey<F> as F[K] extends Field<unknown, {}, 'belongsToMany'> ? never : WayName<K>]: Beyond<F, F[K]>;
};

/** The path if it leads to a field, over any number of relations; else never. Trees have the way `pid`. */
type Leading<F, P extends string, One> = string extends P
  ? P
  : P extends `${infer Way}.${infer Rest}`
    ? Way extends keyof (One extends true ? WaysToOne<F> : Ways<F>)
      ? [Leading<Ways<F>[Way & keyof Ways<F>], Rest, One>] extends [never]
        ? never
        : P
      : Way extends 'pid'
        ? [Leading<F, Rest, One>] extends [never]
          ? never
          : P
        : never
    : P extends keyof Row<F>
      ? P
      : never;
/* `${P}` is where the compiler learns `P` from: of a list it would take the list itself for `P`, were it written bare. */

/** Those of the paths that lead to a field: `street.area.city.name`, `tags.name`. */
export type FilterPath<F, P extends string> = `${P}` & Leading<F, NoInfer<P>, false>;
/** Those of the orders whose paths lead to a field of one row; `-` sorts downwards. */
export type SortPath<F, P extends string> = `${P}` & Upward<F, NoInfer<P>>;
type Upward<F, P extends string> = string extends P
  ? P
  : P extends `-${infer Up}`
    ? `-${Leading<F, Up, true>}`
    : Leading<F, P, true>;

/** Paths over one relation: to list all that are longer would cost the compiler seconds, so those are checked as they are met. */
type NextPath<F> = string extends keyof F
  ? never
  : { [Way in keyof Ways<F> & string]: `${Way}.${keyof Row<Ways<F>[Way]> & string}` }[keyof Ways<F> & string];
/** What a path leads to, over any number of relations; never when it leads nowhere. */
type ValueAt<F, P extends string> = P extends `${infer Way}.${infer Rest}`
  ? Way extends keyof Ways<F>
    ? ValueAt<Ways<F>[Way], Rest>
    : Way extends 'pid'
      ? ValueAt<F, Rest>
      : never
  : P extends keyof Row<F>
    ? Row<F>[P]
    : never;

/** Turns a wrong reference of `table()` into a readable compile error when `.resource()` is called. */
export type CheckReferences<F> = {
  [K in keyof F]: F[K] extends Field<unknown, { to: infer R }, infer Kind>
    ? R extends TableName
      ? Kind extends keyof ToOneKinds
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
/**
 * A condition on rows; its parts are AND-ed. Used for row rules, figures and by hooks. A path follows relations,
 * `'customer.city.name'`; over several rows (`'members.id'`) a part holds when it does for one of them. `P` are the paths that
 * a condition was seen to name, however long: each must lead to a field.
 */
export type Where<F, P extends string = never> = { [K in keyof Row<F>]?: Comparison<Row<F>[K]> } & {
  [K in NextPath<F>]?: Comparison<ValueAt<F, K> | null>;
} & { [K in P]?: Met<F, K> } & { and?: readonly Where<F, P>[]; or?: readonly Where<F, P>[]; not?: Where<F, P> };
/** What a path that was met may be compared with. */
type Met<F, K extends string> = string extends keyof F
  ? unknown
  : K extends keyof Row<F> | 'and' | 'or' | 'not'
    ? unknown
    : [ValueAt<F, K>] extends [never]
      ? `"${K}" leads to no field`
      : Comparison<ValueAt<F, K> | null>;

/** Fields that a list can edit in place: stored, writable and of a kind for it. */
export type InlineKey<F> = {
  [K in WritableKey<F>]: F[K] extends Field<unknown, {}, keyof InlineKinds, 'stored'> ? K : never;
}[WritableKey<F>];
/** Fields that can be added up: numbers with a column. */
export type SumKey<F> = {
  [K in keyof F]: F[K] extends Field<unknown, infer O, keyof SummableKinds, 'stored'>
    ? O extends { secret: true }
      ? never
      : K
    : never;
}[keyof F] &
  string;
/** What is added to numbers of a row: as their values are on the wire, or as numbers. */
export type Increments<F> = { readonly [K in SumKey<F>]?: number | string };
export type Sort<F> = `${'' | '-'}${Path<F> | TraitColumn}`;
export type AnyRow = Readonly<Record<string, Json>> & BaseRow;
export type { AnyField };
