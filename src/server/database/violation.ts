/** Since version 18 PostgreSQL tells a restricted deletion from other broken references. */
const postgresCodes: Readonly<Record<string, Violation>> = {
  '23505': 'unique',
  '23503': 'reference',
  '23001': 'reference',
  '23502': 'null',
  '54000': 'size',
};
/** Extended result codes of SQLite: unique, primary key, foreign key, not null. */
const sqliteCodes: Readonly<Record<number, Violation>> = {
  2067: 'unique',
  1555: 'unique',
  787: 'reference',
  1811: 'reference',
  1299: 'null',
};

/** `size`: of what PostgreSQL keeps on one page: a row, or a text in an index. */
export type Violation = 'unique' | 'reference' | 'null' | 'size';

/** Which rule of the schema a write has broken, if the error says so. */
export function violationOf(error: unknown): Violation | undefined {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
  if (typeof errcode === 'number') return sqliteCodes[errcode];
  return typeof code === 'string' ? postgresCodes[code] : undefined;
}
