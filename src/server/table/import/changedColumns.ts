import type { RowChange } from '../write/transaction.ts';
import type { Body } from '../write/body.ts';
import type { StoredImport } from './storedImport.ts';

type Columns = Pick<StoredImport, 'columns'>;

/**
 * Which columns of the file change a row, for the run that follows the check: a number of as many bits as there are columns, in
 * base 36. What the others say was in the row already, and stays what somebody makes of it meanwhile.
 */
export function packColumns({ columns }: Columns, body: Body, { after = {} }: Partial<RowChange> = {}): string {
  const isChanged = (name: string | null): boolean => name !== null && name in body && name in after;
  return columns.reduce((bits, name, at) => (isChanged(name) ? bits | (1n << BigInt(at)) : bits), 0n).toString(36);
}

/** The fields of these columns; undefined where the check has not said. */
export function unpackColumns({ columns }: Columns, packed: string | undefined): ReadonlySet<string> | undefined {
  if (!packed) return undefined;
  const bits = [...packed].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n);
  return new Set(columns.filter((name, at): name is string => name !== null && ((bits >> BigInt(at)) & 1n) === 1n));
}
