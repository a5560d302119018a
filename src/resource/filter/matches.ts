import type { SqlValue } from '../field.ts';
import { defaultLanguage, type Language } from '../label.ts';
import type { Operator } from '../operators.ts';
import { storeValue } from '../parseField.ts';
import { textShown } from '../translated.ts';
import type { BoundCondition, BoundFilter } from './bindFilter.ts';
import { isTrue } from './filter.ts';
import { looksIntoNumber, numberText } from './numberText.ts';
import { oppositeOf, type Operands } from './operands.ts';
import type { Step } from './place.ts';

/** A row in wire format. */
type Row = Readonly<Record<string, unknown>>;
export interface Matching {
  /** In which texts are read; Chinese when left out. */
  readonly language?: Language;
  /** The rows that a relation leads to and the caller may see. Left out: paths lead to none. */
  related?(row: Row, step: Step): readonly Row[];
}

/** Whether the row fulfils the filter: the same answer as that of the compiled SQL. */
export const matches = (filter: BoundFilter, row: Row, matching: Matching = {}): boolean =>
  isTrue(filter, (condition) => holdsAt(condition, condition.place.steps, row, matching));

function holdsAt(condition: BoundCondition, [step, ...rest]: readonly Step[], row: Row, matching: Matching): boolean {
  if (!step) return satisfies(condition.operator, condition.values, valueIn(condition, row, matching));
  const rows = matching.related?.(row, step) ?? [];
  // What is not there has no values.
  return step.many
    ? rows.some((each) => holdsAt(condition, rest, each, matching))
    : holdsAt(condition, rest, rows[0] ?? nothing, matching);
}

const nothing: Row = {};

function valueIn({ operator, place: { field } }: BoundCondition, row: Row, { language }: Matching): Comparable {
  const { name, kind, options } = field;
  const value = textShown(name, options, row, language ?? defaultLanguage);
  // Of columns that hold lists, elements are compared, and emptiness.
  if (Array.isArray(value) && (operator === 'FIND_IN_SET' || field.column === null)) return value as SqlValue[];
  const stored = storeValue(kind, options, value);
  return looksIntoNumber(operator, field) ? numberText(field, stored) : stored;
}

/** What a column holds, or the elements of a list. */
export type Comparable = SqlValue | readonly SqlValue[];

/** Whether the operator with these operands is true of the value. */
export function satisfies(operator: Operator, operands: Operands, value: Comparable): boolean {
  const opposite = oppositeOf[operator];
  if (opposite) return !satisfies(opposite, operands, value);
  if (operator === 'NULL')
    return value === null || value === '' || value === '[]' || (isList(value) && value.length === 0);
  if (operator === 'FIND_IN_SET') return operands.every((each) => [value].flat().includes(each ?? null));
  if (value === null || isList(value)) return false;
  const [first = null, second] = operands;
  switch (operator) {
    case 'IN':
      return operands.includes(value);
    case 'LIKE':
      return lowered(String(value)).includes(lowered(String(first)));
    case 'STARTS WITH':
      return lowered(String(value)).startsWith(lowered(String(first)));
    case 'ENDS WITH':
      return lowered(String(value)).endsWith(lowered(String(first)));
    case 'RANGE':
    case 'PERIOD':
      return (
        (operands[0] === undefined || order(value, first) >= 0) && (second === undefined || order(value, second) <= 0)
      );
    case 'eq':
      return order(value, first) === 0;
    case 'gt':
      return order(value, first) > 0;
    case 'egt':
      return order(value, first) >= 0;
    case 'lt':
      return order(value, first) < 0;
    case 'elt':
      return order(value, first) <= 0;
    default:
      return false;
  }
}

const isList = (value: Comparable): value is readonly SqlValue[] => Array.isArray(value);

/** Below, at or above zero, as the databases order values; NaN where there is none to compare with. */
function order(one: string | number, other: SqlValue): number {
  if (other === null) return Number.NaN;
  if (one === other) return 0;
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return typeof one === 'string' && typeof other === 'string' ? orderOfTexts(one, other) : Number.NaN;
}

/** By code points, which is the order of the bytes of UTF-8. */
function orderOfTexts(one: string, other: string): number {
  const [left, right] = [[...one], [...other]];
  const at = left.findIndex((character, place) => character !== right[place]);
  if (at < 0) return left.length - right.length;
  return at >= right.length ? 1 : left[at]!.codePointAt(0)! - right[at]!.codePointAt(0)!;
}

/** The databases know capital letters of ASCII only. */
const lowered = (text: string): string => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
