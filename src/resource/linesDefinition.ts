import type { Field, FieldMap } from './field.ts';
import type { SumKey, ToOneKinds, VisibleKey } from './types.ts';

/** The fields that lead to one row of the table `N`. */
type ReferringKey<F, N extends string> = {
  [K in keyof F]: F[K] extends Field<unknown, { to: infer R }, keyof ToOneKinds>
    ? string extends N
      ? K
      : R extends N
        ? K
        : never
    : never;
}[keyof F] &
  string;
type ComputedKey<F> = { [K in keyof F]: F[K] extends Field<unknown, {}, 'computed'> ? K : never }[keyof F] & string;

/** Rows of another table that belong to a row of this one and are edited within its form: the lines of an order. */
export interface LinesDefinition<F extends FieldMap, N extends string = string> {
  /** Their field that refers to this table. Default: the only one that does. */
  by?: ReferringKey<F, N>;
  /** The columns, computed and readonly ones too. Default: all fields but long ones. */
  fields?: readonly VisibleKey<F>[];
  /** Numbers among them that are added up below. Default: none. */
  totals?: readonly (SumKey<F> | ComputedKey<F>)[];
  /** How many lines a row can be given here, 500 at most. Default: 100. */
  most?: number;
}

/** By the name of the other table, which must refer to the table `N`. */
export type LinesByTable<F extends Record<string, FieldMap>, N extends string> = {
  readonly [T in keyof F & string]?: [ReferringKey<F[T], N>] extends [never]
    ? `${T} has no f.belongsTo('${N}')`
    : LinesDefinition<F[T], N>;
};
