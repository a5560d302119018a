import { sql, type RawBuilder } from 'kysely';
import type { ModelField } from '#resource';
import { main } from './reference.ts';

/** A sum is taken in two parts, which no number of rows brings out of the range of exact numbers. */
const half = 1_000_000;

export interface Sums {
  readonly high?: number | string | null;
  readonly low?: number | string | null;
}

/** Both parts of what a column of the main table adds up to. */
export function sumsSql(name: string): RawBuilder<unknown> {
  const column = sql.ref(`${main}.${name}`);
  return sql`sum(${column} / ${sql.lit(half)}) AS high, sum(${column} % ${sql.lit(half)}) AS low`;
}

/** The sum as exact decimal text. */
export function decimalText({ high, low }: Sums, { kind, options }: ModelField): string {
  const scaled = BigInt(high ?? 0) * BigInt(half) + BigInt(low ?? 0);
  const scale = kind.scale?.(options) ?? 0;
  const digits = String(scaled < 0n ? -scaled : scaled).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  return `${scaled < 0n ? '-' : ''}${whole}${scale > 0 ? `.${digits.slice(-scale)}` : ''}`;
}
