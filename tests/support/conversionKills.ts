import { sql } from 'kysely';
import { expect } from 'vitest';
import { openDatabase } from '../../src/server/database/openDatabase.ts';
import type { Dialect } from '../../src/server/database/database.ts';
import { conversionAfter, conversionBefore } from './conversion.ts';
import type { Place } from './databases.ts';
import { administrator } from './gate.ts';
import { runChild } from './runChild.ts';
import { startVersion } from './versions.ts';

/** More than are converted at once. */
const rows = 4500;

/** A conversion in a process that can be killed at any of its steps, and what is there afterwards. */
export function conversionKills(name: Dialect, place: () => Promise<Place>) {
  const filled = async (): Promise<Place> => {
    const where = await place();
    const database = await openDatabase(where);
    const version = await startVersion(database, conversionBefore);
    await version.add('shelf', { name: 'top' });
    await version.add('book', { title: 'one', price: 125, grade: 2.5, shelf_ids: [1] });
    await database.write(async ({ db }) => {
      const numbers = sql`WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})`;
      await sql`INSERT INTO book (title, price, grade, version, create_time, update_time)
        ${name === 'sqlite' ? numbers : sql``} SELECT 'book ' || i, i, i, 1, 0, 0
        FROM ${name === 'sqlite' ? sql`n` : sql`generate_series(2, ${rows}) AS n (i)`}`.execute(db);
    });
    await database.close();
    return where;
  };
  const convert = (where: Place, dieAt?: number): ReturnType<typeof runChild> =>
    runChild('convert.ts', [where.dataDir, where.databaseUrl ?? '', String(dieAt ?? '')]);
  /** What of the old or the new tables is there; nothing of both. */
  const state = async (where: Place): Promise<Record<string, unknown>> => {
    const database = await openDatabase(where);
    const found: Record<string, unknown> = {};
    for (const [table, columns] of [
      ['book', 'title, price, grade'],
      ['volume', 'name, price, grade'],
    ] as const) {
      const read = sql`SELECT count(*) AS n, sum(price) AS cents, min(${sql.raw(columns.split(',')[0]!)}) AS first,
        max(CAST(grade AS text)) AS grade FROM ${sql.table(table)}`.execute(database.read);
      const [row] = await read.then(
        (result) => result.rows,
        () => [],
      );
      if (row) found[table] = { ...row };
    }
    const { rows: reported } = await sql`SELECT DISTINCT table_name AS name FROM row_history`.execute(database.read);
    await database.close();
    return { ...found, history: reported };
  };
  const cents = 125 + ((rows + 2) * (rows - 1)) / 2;
  const old = {
    book: { n: rows, cents, first: 'book 10', grade: expect.any(String) as string },
    history: [{ name: 'book' }],
  };
  const fresh = { volume: { n: rows, cents, first: 'book 10', grade: '99.9' }, history: [{ name: 'volume' }] };

  /** Kills it at each of these steps, numbers from 1 of as many as `steps` are; then lets it end. */
  const expectUnharmed = async (chosen: (steps: readonly string[]) => readonly number[]): Promise<void> => {
    const { lines } = await convert(await filled());
    expect(lines.filter((line) => line.includes('rows converted')).length).toBeGreaterThan(2);
    expect(lines.length).toBeGreaterThan(8);
    const where = await filled();
    for (const step of chosen(lines)) {
      expect(await convert(where, step)).toMatchObject({ signal: 'SIGKILL', lines: lines.slice(0, step) });
      expect(await state(where)).toEqual(old);
    }
    expect(await convert(where)).toMatchObject({ code: 0, errors: '', lines });
    expect(await state(where)).toEqual(fresh);
    const database = await openDatabase(where);
    const version = await startVersion(database, conversionAfter);
    expect(version.log).toEqual([]);
    const [first] = await version.rows('volume', 'name', 'price', 'grade', 'shelf_ids');
    expect(first).toEqual({ name: 'one', price: '1.25', grade: '2.5', shelf_ids: [1] });
    const reported = await version.gate.history(administrator(), version.gate.models.get('volume')!, 1);
    expect(reported[0]!.changes).toMatchObject({
      name: { after: 'one' },
      price: { after: '125', plain: true },
      grade: { after: '2.5' },
    });
    await database.close();
  };
  return { filled, convert, state, fresh, expectUnharmed };
}
