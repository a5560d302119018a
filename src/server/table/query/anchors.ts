import { sql, type RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
import { translationIn, type SqlValue } from '#resource';
import { sortKeyOf } from '../listColumns.ts';
import { StateCache } from '../../database/stateCache.ts';
import type { Condition } from './condition.ts';
import { excerptOf } from './excerpt.ts';
import type { ListPlan, OrderBy } from './listPlan.ts';
import { QueryParameter } from './prepared.ts';
import { main, orderValueSql } from './reference.ts';

/** Places that are remembered of one list. */
const mostAnchors = 64;

/** A row of a list, known by the values that it is sorted by: a part of the list can be read from there. */
export interface Anchor {
  /** How many rows come before it. */
  readonly place: number;
  readonly values: readonly SqlValue[];
}

/**
 * Places of rows in one list that deep pages begin from instead of counting from an end. They hold while no row of the
 * tables concerned has changed.
 */
export class Anchors {
  /** One for each column of the order. */
  readonly parameters: readonly QueryParameter[];
  /** What the rows have to carry beside their own columns. */
  readonly keys: readonly string[];
  readonly #order: readonly OrderBy[];
  readonly #known = new StateCache(() => new LRUCache<number, Anchor>({ max: mostAnchors }));

  /**
   * Undefined for a list whose order does not allow it. By one column and the id it does: empty values then stand together at
   * one end, so that a part which lacks them is seen to be too short.
   */
  static of({ order }: ListPlan): Anchors | undefined {
    const isOne = order.length <= 2 && order.at(-1)!.reference.path === 'id';
    return isOne && order.every((each) => each.down === order[0]!.down && isPlain(each))
      ? new Anchors(order)
      : undefined;
  }

  private constructor(order: readonly OrderBy[]) {
    this.#order = order;
    this.parameters = order.map(() => new QueryParameter());
    this.keys = order.flatMap((each) => keyOf(each) ?? []);
  }

  /** Those that hold in this state of the tables. */
  in(state: string): readonly Anchor[] {
    return [...this.#known.at(state).values()];
  }

  /** `row` was read in that state, or later: then the state that follows forgets it. */
  remember(state: string, place: number, row: Readonly<Record<string, SqlValue>>): void {
    const values = this.#order.map((each) => row[keyOf(each) ?? each.reference.field.name] ?? null);
    // Nothing compares with an empty value.
    if (this.#known.has(state) && values.every((value) => value !== null))
      this.#known.at(state).set(place, { place, values });
  }

  /** The row of the anchor and those behind it; backwards those before it. */
  condition(backwards: boolean): Condition {
    const tuple = (parts: readonly unknown[]): RawBuilder<unknown> => sql`(${sql.join(parts)})`;
    const sign = this.#order[0]!.down === backwards ? (backwards ? '>' : '>=') : backwards ? '<' : '<=';
    const columns = tuple(this.#order.map(({ reference }) => orderValueSql(reference)));
    return sql`${columns} ${sql.raw(sign)} ${tuple(this.parameters.map((each) => sql`${each}`))}`;
  }
}

const keyOf = ({ reference: { model, field } }: OrderBy): string | undefined => sortKeyOf(model, field);

/** An own column that every row of the list carries as it is, or its key. */
const isPlain = (order: OrderBy): boolean => {
  const { alias, field, language } = order.reference;
  const isCarried = keyOf(order) !== undefined || (field.column !== null && !excerptOf(field));
  return alias === main && isCarried && !translationIn(field.options, language);
};
