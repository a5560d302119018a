import { shortName } from '../schema/sqlText.ts';

// What holds keys, or makes them: another order needs other names.

/** By blocks of 64 code points: the character in whose place each of them sorts. */
export const orderTable = 'pinyin_order';
/** Functions of PostgreSQL: the key of a text, and what sees to it that a row has it. */
export const keyFunction = 'pinyin_key';
export const keepFunction = 'pinyin_keep';
export const triggerPrefix = 'pinyin_keep';

/** The column with the keys of another one; no field can have such a name. */
export const keyColumn = (column: string): string => shortName(`_pinyin_${column}`);
