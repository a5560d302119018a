import { sql, type RawBuilder } from 'kysely';
import type { Dialect } from '../../src/server/database/database.ts';

const categories = 20;
const rowsAtOnce = 20_000;
const characters = '天地玄黄宇宙洪荒日月盈昃辰宿列张寒来暑往秋收冬藏闰余成岁律吕调阳云腾致雨露结为霜金生丽水玉出昆冈';
/** Words that stand in few rows, in half of them, and in none. */
export const words = { chinese: '鲲鹏', latin: 'zulu', common: '中国', none: '鳜鱼' };

/** What fills the tables of the benchmark, one statement after the other. */
export function* articles(dialect: Dialect, rows: number): Generator<RawBuilder<unknown>> {
  const names = Array.from({ length: categories }, (_, place) => [`Category ${place + 1}`]);
  yield sql`INSERT INTO bench_category (name, version, create_time, update_time)
    SELECT ${part(dialect, 0, 'text')}, 1, 1700000000, 1700000000 FROM ${elements(dialect, names)}`;
  for (let first = 1; first <= rows; first += rowsAtOnce) {
    const values = Array.from({ length: Math.min(rowsAtOnce, rows - first + 1) }, (_, place) =>
      articleOf(first + place),
    );
    const columns = [
      ...Array<'text'>(3).fill('text'),
      'bigint',
      'text',
      'bigint',
      'bigint',
      'bigint',
      'bigint',
    ] as const;
    const [title, summary, body, category, status, price, views, hot, time] = columns.map((type, place) =>
      part(dialect, place, type),
    );
    yield sql`
      INSERT INTO bench_article (title, summary, body, category_id, status, price, views, hot, version, create_time, update_time)
      SELECT ${title}, ${summary}, ${body}, ${category}, ${status}, ${price}, ${views}, ${hot}, 1, ${time},
        ${time} FROM ${elements(dialect, values)} ORDER BY each.key`;
  }
}

const elements = (dialect: Dialect, rows: readonly (readonly unknown[])[]): RawBuilder<unknown> =>
  dialect === 'sqlite'
    ? sql`json_each(${JSON.stringify(rows)}) AS each`
    : sql`json_array_elements(CAST(${JSON.stringify(rows)} AS json)) WITH ORDINALITY AS each (value, key)`;

const part = (dialect: Dialect, place: number, type: 'text' | 'bigint'): RawBuilder<unknown> =>
  dialect === 'sqlite'
    ? sql`each.value ->> ${sql.lit(place)}`
    : sql`CAST(each.value ->> ${sql.lit(place)} AS ${sql.raw(type)})`;

/** The same row for the same number, always. */
function articleOf(n: number): readonly (string | number)[] {
  const text = (length: number, seed: number): string =>
    Array.from(
      { length },
      (_, place) => characters[(n * 31 + seed * 17 + place * (7 + (n % 13))) % characters.length],
    ).join('');
  const rare = n % 9973 === 0 ? words.chinese : '';
  const latin = n % 9967 === 0 ? words.latin : 'alpha';
  const title = `${text(12, 1)}${n % 2 === 0 ? words.common : ''}${rare} ${latin} ${n}`;
  return [
    title,
    text(40, 2),
    text(260, 3),
    (n % categories) + 1,
    ['draft', 'live', 'gone'][n % 3]!,
    (n * 37) % 1_000_000,
    (n * 7919) % 1_000_003,
    n % 2,
    1_700_000_000 + n,
  ];
}
