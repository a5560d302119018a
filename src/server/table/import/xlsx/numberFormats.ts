/** What a number in a cell is to people, by the format that it is shown in. */
export type NumberLook = 'number' | 'percent' | 'moment' | 'time' | 'span';

/** Of the formats that every workbook has (ECMA-376, part 1, 18.8.30, with those of East Asia), the ones that are no plain numbers. */
const builtIn: readonly (readonly [look: NumberLook, first: number, last: number])[] = [
  ['percent', 9, 10],
  ['moment', 14, 17],
  ['time', 18, 21],
  ['moment', 22, 22],
  ['moment', 27, 31],
  ['time', 32, 35],
  ['moment', 36, 36],
  ['time', 45, 45],
  ['span', 46, 46],
  ['time', 47, 47],
  ['moment', 50, 58],
];

/** How numbers look in a format by its id and, where the workbook brings it along, its code. */
export function lookOf(id: number, code: string | undefined): NumberLook {
  if (code === undefined) return builtIn.find(([, first, last]) => id >= first && id <= last)?.[0] ?? 'number';
  // Without texts, escaped characters, places left free, and what stands in brackets, unless that is a span of time.
  const plain = code
    .split(';', 1)[0]!
    .replaceAll(/"[^"]*"|[\\_*].|\[(?!h+\]|m+\]|s+\])[^[\]]*\]/gi, '')
    .replaceAll(/general/gi, '');
  if (/[yd]/i.test(plain)) return 'moment';
  if (plain.includes('[')) return 'span';
  if (/[hs]/i.test(plain)) return 'time';
  // Alone they are months.
  if (/m/i.test(plain)) return 'moment';
  return plain.includes('%') ? 'percent' : 'number';
}
