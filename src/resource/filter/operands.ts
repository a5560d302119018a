import type { Bound, SqlValue } from '../field.ts';
import type { Operator } from '../operators.ts';
import { Problem } from '../problem.ts';
import { mapTree, type FieldCondition, type Filter } from './filter.ts';
import { periodEnds } from './period.ts';

/** Values of one `IN`; more are refused. */
const mostValues = 1000;

/** What conditions compare with: one value, several, two ends of which one may be missing, or none. */
export type Operands = readonly (SqlValue | undefined)[];
/** Reads one value; a range has two. */
export type ReadOperand = (input: unknown, bound?: Bound) => SqlValue;

/** The values of a condition as the columns hold them. */
export function operandsOf({ field, operator, value }: FieldCondition, read: ReadOperand): Operands {
  switch (operator) {
    case 'NULL':
    case 'NOT NULL':
      return [];
    case 'IN':
    case 'NOT IN':
      return severalOf(listOf(value), read);
    case 'FIND_IN_SET':
      return severalOf([value].flat(), read);
    case 'RANGE':
    case 'NOT RANGE':
      return endsOf(field, value, read);
    case 'PERIOD':
    case 'NOT PERIOD':
      return endsOf(field, endsOfPeriod(field, value, Math.floor(Date.now() / 1000)), read);
    default:
      return [read(value)];
  }
}

/** The ends of a period, `last-7-days`, as of that unix second; ends that are known already stay. */
function endsOfPeriod(field: string, value: unknown, now: number): unknown {
  if (Array.isArray(value)) return value;
  const ends = typeof value === 'string' ? periodEnds(value.trim(), now) : undefined;
  if (!ends) throw new Problem('rows:wrongPeriod', { field, value: shown(value) });
  return ends;
}

/** The same filter with the ends that its periods have at that unix second. */
export const withEnds = (filter: Filter, now: number): Filter =>
  mapTree(filter, (condition) =>
    oppositeOf[condition.operator] === 'PERIOD' || condition.operator === 'PERIOD'
      ? { ...condition, value: endsOfPeriod(shown(condition.field), condition.value, now) }
      : condition,
  );

function severalOf(values: readonly unknown[], read: ReadOperand): Operands {
  if (values.length > mostValues) throw new Problem('rows:tooManyValues', { limit: mostValues });
  return values.map((each) => read(each));
}

/** `from,to` or a list of two; one of them may be missing. */
function endsOf(field: string, value: unknown, read: ReadOperand): Operands {
  const sides = typeof value === 'string' ? value.split(',').map((each) => each.trim()) : [value].flat();
  const [from, to] = sides.map((each) => (each === '' || each === null ? undefined : each));
  if (sides.length !== 2 || (from === undefined && to === undefined))
    throw new Problem('rows:wrongRange', { field, value: shown(value) });
  return [from === undefined ? undefined : read(from, 'from'), to === undefined ? undefined : read(to, 'to')];
}

/** A list as it is, or the parts of a text between commas. */
export function listOf(input: unknown): readonly unknown[] {
  if (Array.isArray(input)) return input as unknown[];
  return typeof input === 'string'
    ? input
        .split(',')
        .map((each) => each.trim())
        .filter((each) => each !== '')
    : [input];
}

/** Input as an error message repeats it. */
export const shown = (input: unknown): string =>
  (typeof input === 'string' ? input : (JSON.stringify(input) ?? '')).slice(0, 60);

/** What an operator is the opposite of. */
export const oppositeOf: Readonly<Partial<Record<Operator, Operator>>> = {
  ne: 'eq',
  'NOT IN': 'IN',
  'NOT LIKE': 'LIKE',
  'NOT RANGE': 'RANGE',
  'NOT PERIOD': 'PERIOD',
  'NOT NULL': 'NULL',
};
