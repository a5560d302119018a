import type { Parsed } from '../field.ts';
import { isEmpty } from '../isEmpty.ts';
import { readInt } from './int.ts';

/** Reads the id of a row. */
export const readId = (input: unknown): Parsed<number> => readInt(input, { min: 1 });

/** Other clients of the protocol say 0 for "no row". */
export const isNoRow = (input: unknown): boolean => isEmpty(input) || input === 0 || input === '0';
