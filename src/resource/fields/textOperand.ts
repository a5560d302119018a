import type { FieldKind, FieldOptions, Parsed, SqlValue } from '../field.ts';
import { readText } from './readText.ts';

/**
 * The operand of filters on texts with a form of their own (an address, a number). A part of one is enough to search by,
 * and what has not the form just finds nothing; whole values are normalised, so that they find what was stored.
 */
export function textOperand<O extends FieldOptions>(
  parse: FieldKind<string, O>['parse'],
): NonNullable<FieldKind<string, O>['operand']> {
  return (input, options, operator): Parsed<SqlValue> => {
    const whole = /LIKE$|WITH$/.test(operator) ? undefined : parse(input, options);
    return whole && 'value' in whole ? whole : readText(input, { max: 255 });
  };
}
