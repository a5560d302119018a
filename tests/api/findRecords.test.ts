import { afterAll, beforeAll, expect, it } from 'vitest';
import { f, table } from '#resource';
import { addPerson } from '../support/addPerson.ts';
import { eachDatabase } from '../support/databases.ts';
import { sampleTables } from '../support/sampleTables.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** Without a search index, and with a translated name. */
const planet = table('planet', {
  name: f.text({ required: true, translated: { en: 'name_en' } }),
  name_en: f.text({ label: 'English name' }),
});
const hidden = table('covert', { name: f.text({ required: true }) });
const broken = table('wreck', { name: f.text({ required: true }) });
declare module '#resource' {
  interface Tables {
    planet: typeof planet;
    covert: typeof hidden;
    wreck: typeof broken;
  }
}
const tables = [
  ...sampleTables,
  planet.resource({ path: 'sky/planet', label: { 'zh-cn': '行星', en: 'Planets' } }),
  hidden.resource({ path: 'sky/covert', access: { name: { read: (caller) => caller.super } } }),
  broken.resource({
    path: 'sky/wreck',
    rows: {
      read: (caller) => {
        if (caller.super) return true;
        throw new Error('This rule fails.');
      },
    },
  }),
];

interface Found {
  readonly found: readonly {
    readonly path: string;
    readonly label: string;
    readonly rows: readonly { readonly id: number; readonly name: string }[];
  }[];
  readonly isPartial: boolean;
}

eachDatabase((_name, _open, place) => {
  let server: TestServer;
  let token = '';
  let lowly = '';
  let unlucky = '';
  beforeAll(async () => {
    server = await startServer(await place(), { resources: tables });
    token = await server.signIn();
    const { gate } = server.app;
    await gate.addAll(
      'article',
      ['A springtime', 'Spring', 'spring list', 'Autumn'].map((title) => ({ title, owner: 999 })),
    );
    await gate.rows('folder').add({ name: 'Offspring' });
    await gate.rows('planet').add({ name: '地球', name_en: 'Earth spring' });
    await gate.rows('covert').add({ name: 'Spring in secret' });
    const gone = await gate.rows('article').add({ title: 'Spring gone', owner: 999 });
    await gate.rows('article').del([gone.id]);
    await addPerson(gate, 'lowly', 'Person-1', ['content/article/index', 'sky/covert/index']);
    lowly = await server.signIn('lowly', 'Person-1');
    await addPerson(gate, 'unlucky', 'Person-1', ['files/folder/index', 'sky/wreck/index']);
    unlucky = await server.signIn('unlucky', 'Person-1');
  });
  afterAll(() => server.close());

  const ask = async (word: string, as: string, language: string): Promise<Found> => {
    const query = new URLSearchParams({ word }).toString();
    const { json } = await server.request('GET', `/api/admin/ajax/findRecords?${query}`, {
      token: as,
      headers: { 'think-lang': language },
    });
    return json.data as unknown as Found;
  };
  /** The answer once no table was left out because the machine is busy. */
  const find = async (word: string, as = token, language = 'en'): Promise<Found> => {
    let answer: Found | undefined;
    await expect
      .poll(async () => (answer = await ask(word, as, language)), { timeout: 20_000 })
      .toMatchObject({ isPartial: false });
    return answer!;
  };
  const names = ({ found }: Found) => found.map(({ path, rows }) => [path, rows.map(({ name }) => name)]);

  it('finds records by their names in every table, the most alike first', async () => {
    expect(names(await find('SPRING'))).toEqual([
      ['content/article', ['Spring', 'spring list', 'A springtime']],
      ['sky/covert', ['Spring in secret']],
      ['files/folder', ['Offspring']],
      ['sky/planet', ['Earth spring']],
    ]);
  });

  it('calls tables and records as the person reads them', async () => {
    expect(await find('earth')).toMatchObject({ found: [{ label: 'Planets', rows: [{ name: 'Earth spring' }] }] });
    expect(await find('地球', token, 'zh-cn')).toMatchObject({ found: [{ label: '行星', rows: [{ name: '地球' }] }] });
  });

  it('shows nobody what their lists do not: tables, rows, names', async () => {
    expect(names(await find('spring', lowly))).toEqual([]);
    const person = (await server.app.gate.rows('admin').list({ username: 'lowly' }))[0]!;
    await server.app.gate.rows('article').add({ title: 'Own spring', owner: person.id });
    expect(names(await find('spring', lowly))).toEqual([['content/article', ['Own spring']]]);
  });

  it('finds an exact name among many that contain it', async () => {
    const { gate } = server.app;
    await gate.rows('article').add({ title: 'needle', owner: 999 });
    await gate.addAll(
      'article',
      Array.from({ length: 1200 }, (_, at) => ({ title: at % 100 ? `hay ${at}` : `needles ${at}`, owner: 999 })),
    );
    const { found } = await find('needle');
    expect(found[0]!.rows[0]!.name).toBe('needle');
    expect(found[0]!.rows).toHaveLength(5);
  });

  it('shows the latest of a word that is everywhere', async () => {
    expect((await find('hay')).found[0]!.rows.map(({ name }) => name)).toEqual(
      [1199, 1198, 1197, 1196, 1195].map((at) => `hay ${at}`),
    );
  });

  it('says that a table could not be read, and shows the others', async () => {
    await expect
      .poll(() => ask('offspring', unlucky, 'en'), { timeout: 20_000 })
      .toMatchObject({ found: [{ path: 'files/folder', rows: [{ name: 'Offspring' }] }], isPartial: true });
  });

  it('takes nothing and everything for no word', async () => {
    for (const word of ['', '   ', 'x'.repeat(101)]) expect((await find(word)).found).toEqual([]);
    expect(names(await find('%'))).toEqual([]);
  });

  it('refuses who is not signed in', async () => {
    const { json } = await server.request('GET', '/api/admin/ajax/findRecords?word=spring');
    expect(json.code).not.toBe(1);
  });
});
