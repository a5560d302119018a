import { beforeAll, expect, it } from 'vitest';
import { f, table } from '#resource';
import { administrator, openGate, type TestGate } from '../../support/gate.ts';
import { eachDatabase } from '../../support/databases.ts';

const shelves = table('many_shelf', { name: f.text({ required: true }) });
const shelf = shelves.resource({ path: 'many/shelf' });
const book = table('many_book', {
  title: f.text({ required: true, unique: true }),
  pages: f.int({ default: 100 }),
  shelf_id: f.belongsTo('many_shelf'),
}).resource({ path: 'many/book', traits: { history: true } });
declare module '#resource' {
  interface Tables {
    many_shelf: typeof shelves;
  }
}
const reported: string[] = [];
const watched = table('many_watched', { title: f.text() }).resource({
  path: 'many/watched',
  hooks: { afterSave: ({ row }) => void reported.push(String(row.title)) },
});

eachDatabase((_name, open) => {
  let fixture: TestGate;
  const addAll = (name: string, rows: readonly object[]): Promise<void> =>
    fixture.gate.addAll(name as never, rows as never);
  const rows = (name: string): Promise<readonly Readonly<Record<string, unknown>>[]> =>
    fixture.gate.rows(name as never).list({} as never, { sort: 'id', limit: 1000 } as never) as never;

  beforeAll(async () => {
    fixture = await openGate(await open(), [shelf, book, watched]);
    await addAll('many_shelf', [{ name: 'North' }, { name: 'South' }]);
  });

  it('adds more rows than one statement takes, in their order, with defaults, and a history of each', async () => {
    await addAll(
      'many_book',
      Array.from({ length: 230 }, (_, at) => ({ title: `Book ${at}`, shelf_id: at % 3 === 0 ? null : (at % 2) + 1 })),
    );
    const books = await rows('many_book');
    expect(books.map(({ title }) => title)).toEqual(Array.from({ length: 230 }, (_, at) => `Book ${at}`));
    expect(books[7]).toMatchObject({ pages: 100, shelf_id: 2, version: 1, create_time: expect.any(Number) });
    expect(await fixture.gate.history(administrator(), fixture.model('many_book'), books[7]!['id'])).toHaveLength(1);
  });

  it.each([
    ['refers to a row that is not there', { title: 'Lost', shelf_id: 77 }, 'shelf_id'],
    ['lacks what no row is without', { pages: 3 }, 'title'],
    ['has a value that its kind refuses', { title: 'Lost', pages: 'many' }, 'pages'],
  ])('adds none when one of them %s, and names the field', async (_why, wrong, field) => {
    const before = (await rows('many_book')).length;
    await expect(addAll('many_book', [{ title: 'Found' }, wrong])).rejects.toMatchObject({
      errors: { [field]: expect.anything() },
    });
    expect(await rows('many_book')).toHaveLength(before);
  });

  it('adds none when two are alike that must not be', async () => {
    const before = (await rows('many_book')).length;
    await expect(addAll('many_book', [{ title: 'Twin' }, { title: 'Twin' }])).rejects.toMatchObject({
      key: 'rows:taken',
    });
    expect(await rows('many_book')).toHaveLength(before);
  });

  it('runs the hooks of each', async () => {
    reported.length = 0;
    await addAll('many_watched', [{ title: 'one' }, { title: 'two' }]);
    expect(reported).toEqual(['one', 'two']);
  });
});
