import { isTrue, type Filter } from './filter/filter.ts';
import { satisfies, type Comparable } from './filter/matches.ts';
import { operandsOf } from './filter/operands.ts';
import type { SqlValue } from './field.ts';

/**
 * Whether a form shows the field beside these values (in wire format). What is not shown is not required either, on the
 * server as in the browser.
 */
export const isShown = (
  { when = { and: [] } }: { readonly when?: Filter | undefined },
  values: Readonly<Record<string, unknown>>,
): boolean =>
  isTrue(when, (condition) =>
    satisfies(
      condition.operator,
      operandsOf(condition, (value) => value as SqlValue),
      (values[condition.field] ?? null) as Comparable,
    ),
  );
