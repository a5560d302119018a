import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { f, table } from '#resource';
import { administrator, openGate, type TestGate } from '../../support/gate.ts';
import { eachDatabase } from '../../support/databases.ts';

const post = table('deep_post', {
  title: f.text(),
  amount: f.int(),
  kind: f.enum({ one: 'One', two: 'Two' }),
  parent_id: f.belongsTo('deep_post'),
});
declare module '#resource' {
  interface Tables {
    deep_post: typeof post;
  }
}
const resources = [
  post.resource({
    path: 'test/post',
    traits: { trash: true },
    list: { columns: ['title', 'amount', 'kind', 'parent.title'] },
  }),
];
const ann = administrator();
const count = 600;

eachDatabase((name, open) => {
  let fixture: TestGate;
  beforeAll(async () => {
    fixture = await openGate(await open(), resources);
    const numbers =
      name === 'sqlite'
        ? sql`(WITH RECURSIVE numbers(n) AS (
            SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${sql.lit(count)}) SELECT n FROM numbers)`
        : sql`(SELECT n FROM generate_series(1, ${sql.lit(count)}) AS n)`;
    await fixture.database.write(({ db, touch }) => {
      touch('deep_post');
      return sql`INSERT INTO deep_post (title, amount, kind, parent_id, version)
        SELECT CASE WHEN n % 5 > 0 THEN 'title ' || n % 90 END, CASE WHEN n % 3 > 0 THEN n * 7919 % 101 END,
          CASE WHEN n % 2 = 0 THEN 'one' ELSE 'two' END, 1, 1 FROM ${numbers} AS numbers`.execute(db);
    });
  });
  const list = async (query: Record<string, unknown>): Promise<number[]> =>
    (await fixture.gate.index(ann, fixture.model('deep_post'), query)).list.map(({ id }) => id as number);
  const pagesFrom = async (
    query: Record<string, unknown>,
    pages: readonly number[],
  ): Promise<Map<number, number[]>> => {
    const found = new Map<number, number[]>();
    for (const page of pages) found.set(page, await list({ ...query, page, limit: 7 }));
    return found;
  };

  it.each([
    ['id,asc'],
    ['id,desc'],
    ['amount,asc'],
    ['amount,desc'],
    ['title,asc'],
    ['title,desc'],
    ['kind,desc'],
    ['kind,asc;amount,asc'],
    ['kind,asc;amount,desc'],
    ['amount,desc;id,asc'],
    ['parent.title,asc;amount,asc'],
  ])('gives every page of %s as the whole list has it, in whatever order they are asked for', async (order) => {
    for (const query of [{ order }, { order, search: [{ field: 'kind', operator: 'eq', val: 'one' }] }]) {
      const whole = await list({ ...query, limit: 1000 });
      const last = Math.ceil(whole.length / 7);
      // There and back, near and far, so that pages begin from places that are known in either direction.
      const pages = [...Array(last).keys()].map((page) => ((page * 29) % last) + 1);
      for (const walk of [pages, [...Array(last).keys()].map((page) => page + 1), pages.toReversed()])
        for (const [page, rows] of await pagesFrom(query, walk))
          expect(rows).toEqual(whole.slice((page - 1) * 7, page * 7));
    }
  });

  it('counts anew after a change', async () => {
    const query = { order: 'amount,desc' };
    await pagesFrom(query, [30, 31, 40, 50]);
    await fixture.gate.del(ann, fixture.model('deep_post'), (await list({ ...query, page: 2, limit: 7 })).slice(0, 3));
    await fixture.gate.edit(ann, fixture.model('deep_post'), {
      id: (await list({ ...query, page: 60, limit: 7 }))[0],
      amount: 10_000,
    });
    const whole = await list({ ...query, limit: 1000 });
    expect(whole).toHaveLength(count - 3);
    for (const [page, rows] of await pagesFrom(query, [30, 31, 40, 50]))
      expect(rows).toEqual(whole.slice((page - 1) * 7, page * 7));
  });
});
