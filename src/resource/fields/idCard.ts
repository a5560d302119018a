import { accept, fieldKind, refuse, type FieldOptions, type Parsed } from '../field.ts';
import { isDay } from '../dateText.ts';
import { operatorsFor } from '../operators.ts';
import { textOperand } from './textOperand.ts';

/** A resident identity number of China: eighteen digits with their check digit, or fifteen of the cards before 1999. */
export const idCard = fieldKind<string, FieldOptions<string>, 'idCard'>({
  kind: 'idCard',
  ownOptions: [],
  column: () => ({ type: 'text' }),
  encoding: () => ({ as: 'text' }),
  operators: operatorsFor.text,
  searchable: true,
  maxLength: () => 18,
  parse: readIdCard,
  operand: textOperand(readIdCard),
});

function readIdCard(input: unknown): Parsed<string> {
  const text = typeof input === 'string' || typeof input === 'number' ? String(input).trim().toUpperCase() : '';
  return isCurrent(text) || isLegacy(text) ? accept(text) : refuse('validate:idCard');
}

function isCurrent(text: string): boolean {
  const match = /^[1-9]\d{5}((?:18|19|20)\d\d)(\d\d)(\d\d)\d{3}[\dX]$/.exec(text);
  return (
    match !== null && isDay(Number(match[1]), Number(match[2]), Number(match[3])) && text.at(-1) === checkDigit(text)
  );
}

function isLegacy(text: string): boolean {
  const match = /^[1-9]\d{5}(\d\d)(\d\d)(\d\d)\d{3}$/.exec(text);
  return match !== null && isDay(1900 + Number(match[1]), Number(match[2]), Number(match[3]));
}

/** ISO 7064 MOD 11-2 over the first seventeen digits. */
function checkDigit(text: string): string {
  const sum = Array.from(text.slice(0, 17)).reduce(
    (total, digit, place) => total + Number(digit) * (2 ** (17 - place) % 11),
    0,
  );
  return '10X98765432'[sum % 11]!;
}
