import type { SqlValue } from '../field.ts';
import type { ModelField } from '../modelField.ts';
import type { Operator } from '../operators.ts';
import { scaledText } from '../fields/readScaled.ts';

/** Whether the operator looks into a number as into a text: clients of the protocol find 3120 by `LIKE` 12. */
export function looksIntoNumber(operator: Operator, { kind, options, type, sql }: ModelField): boolean {
  if ((operator !== 'LIKE' && operator !== 'NOT LIKE') || type !== 'integer' || kind.operators.length === 0)
    return false;
  const as = sql ? 'number' : kind.encoding?.(options).as;
  return as === 'number' || as === 'row';
}

/** What a column of numbers holds as a text with all decimals: `12.50`. */
export const numberText = ({ kind, options }: ModelField, value: SqlValue): string | null =>
  value === null ? null : scaledText(Number(value), kind.scale?.(options) ?? 0);
