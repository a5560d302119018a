import { readerOf, type Reader } from './tokens.ts';

type Values = Readonly<Record<string, unknown>>;
/** Works a number out; null as soon as one that it needs is missing. */
type Work = (values: Values) => number | null;

export interface Arithmetic {
  /** The columns that it is made of. */
  readonly columns: readonly string[];
  /** The result of values in wire format, with so many decimals. */
  work(values: Values, scale: number): number | null;
}

/**
 * An expression of a computed field that is nothing but sums and products of columns and numbers, to be worked out before
 * a row is saved; undefined for any other, which is for the database to know.
 */
export function arithmeticOf(sql: string): Arithmetic | undefined {
  const columns: string[] = [];
  try {
    const reader = readerOf(sql);
    const result = readSum(reader, columns);
    if (reader.peek()) return undefined;
    return { columns, work: (values, scale) => rounded(result(values), scale) };
  } catch {
    return undefined;
  }
}

/** As the database does it: away from zero, without what binary fractions add. */
function rounded(value: number | null, scale: number): number | null {
  if (value === null || !Number.isFinite(value)) return null;
  const units = Number((Math.abs(value) * 10 ** scale).toFixed(3));
  return (Math.sign(value) * Math.round(units)) / 10 ** scale;
}

const both =
  (one: Work, other: Work, join: (left: number, right: number) => number | null): Work =>
  (values) => {
    const [left, right] = [one(values), other(values)];
    return left === null || right === null ? null : join(left, right);
  };

function readSum(reader: Reader, columns: string[]): Work {
  let left = readProduct(reader, columns);
  for (;;) {
    if (reader.takes('+')) left = both(left, readProduct(reader, columns), (one, other) => one + other);
    else if (reader.takes('-')) left = both(left, readProduct(reader, columns), (one, other) => one - other);
    else return left;
  }
}

function readProduct(reader: Reader, columns: string[]): Work {
  let left = readValue(reader, columns);
  for (;;) {
    if (reader.takes('*')) left = both(left, readValue(reader, columns), (one, other) => one * other);
    else if (reader.takes('/'))
      left = both(left, readValue(reader, columns), (one, other) => (other === 0 ? null : one / other));
    else return left;
  }
}

function readValue(reader: Reader, columns: string[]): Work {
  if (reader.takes('-')) {
    const value = readValue(reader, columns);
    return both(
      value,
      () => 0,
      (one) => -one,
    );
  }
  if (reader.takes('(')) {
    const inner = readSum(reader, columns);
    reader.expects(')');
    return inner;
  }
  const token = reader.next();
  if (token.is === 'number') return () => Number(token.text);
  if (token.is !== 'word' || /^(?:case|not)$/i.test(token.text) || reader.takes('(')) throw new Error('No arithmetic.');
  columns.push(token.text);
  return (values) => numberIn(values[token.text]);
}

const numberIn = (value: unknown): number | null =>
  value === null || value === undefined || value === '' || Number.isNaN(Number(value)) ? null : Number(value);
