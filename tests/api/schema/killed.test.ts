import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { applySchema } from '../../../src/server/database/applySchema.ts';
import { openDatabase } from '../../../src/server/database/openDatabase.ts';
import { administrator } from '../../support/gate.ts';
import { conversionAfter, conversionBefore } from '../../support/conversion.ts';
import { eachDatabase, type Place } from '../../support/databases.ts';
import { runChild } from '../../support/runChild.ts';
import { schemasOf, startVersion } from '../../support/versions.ts';

/** More than are converted at once. */
const rows = 4500;

eachDatabase((name, _open, place) => {
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

  it('is all old or all new when it is killed at any step of a conversion', async () => {
    const where = await filled();
    for (let step = 1; ; step += 1) {
      const { signal, errors, lines } = await convert(where, step);
      if (signal === 'SIGKILL') {
        expect(await state(where)).toEqual(old);
        continue;
      }
      expect(errors).toBe('');
      expect(lines.filter((line) => line.includes('rows converted')).length).toBeGreaterThan(2);
      expect(step).toBeGreaterThan(8);
      break;
    }
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
  });

  it('is done once when two programs start at once', async () => {
    const where = await filled();
    const both = await Promise.all([convert(where), convert(where)]);
    const did = both.filter(({ lines }) => lines.length > 0);
    expect(did).toHaveLength(1);
    const other = both.find((each) => each !== did[0])!;
    if (name === 'postgres') expect(other).toMatchObject({ code: 0, errors: '' });
    else if (other.code !== 0) expect(other.errors).toContain('database:folderInUse');
    expect(await state(where)).toEqual(fresh);
  });

  it('converts no row that a server of the former version writes meanwhile without looking at it', async () => {
    if (name === 'sqlite') return;
    const where = await filled();
    const [former, next] = [await openDatabase(where), await openDatabase(where)];
    const write = (price: number): Promise<unknown> =>
      former.write(({ db }) =>
        sql`INSERT INTO book (title, price, version, create_time, update_time) VALUES ('late', ${price}, 1, 0, 0)`.execute(
          db,
        ),
      );
    let late: Promise<unknown> | undefined;
    await applySchema(next, schemasOf(conversionAfter), () => (late ??= write(7).catch((error: unknown) => error)));
    // It waited for the change, and found the table gone.
    expect(String(await late)).toMatch(/book/);
    await Promise.all([former.close(), next.close()]);
    expect(await state(where)).toEqual(fresh);
  });
});
