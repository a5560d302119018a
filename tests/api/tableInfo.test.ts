import { afterAll, beforeAll, expect, it } from 'vitest';
import { f, table } from '#resource';
import { eachDatabase } from '../support/databases.ts';
import { sampleTables } from '../support/sampleTables.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** What the product keeps for itself: it has no page, and nobody has an action with it. */
const kept = table('kept', { word: f.text() }).resource({ page: false });

eachDatabase((_name, _open, place) => {
  let server: TestServer;
  let token = '';
  beforeAll(async () => {
    server = await startServer(await place(), { resources: [...sampleTables, kept] });
    token = await server.signIn();
  });
  afterAll(() => server.close());
  const get = async (what: string, as = token) =>
    (await server.request('GET', `/api/admin/ajax/${what}`, { token: as, headers: { 'think-lang': 'en' } })).json;

  it('lists the tables by their names and labels', async () => {
    const all = (await get('getTableList')).data['list'] as readonly { readonly table: string }[];
    expect(all).toContainEqual({ table: 'article', comment: 'article - Article', connection: '', prefix: '' });
    expect((await get('getTableList?quickSearch=ARTIC&excludeTable[]=admin')).data['list']).toEqual(
      all.filter(({ table }) => table === 'article'),
    );
    expect((await get('getTableList?excludeTable[]=article')).data['list']).toHaveLength(all.length - 1);
    expect(all.map(({ table: name }) => name)).not.toContain('kept');
  });

  it('says what a table has: titles, or all of it when they are not cleaned', async () => {
    expect((await get('getTablePk?table=article')).data).toEqual({ pk: 'id' });
    const { data } = await get('getTableFieldList?table=article');
    expect(data).toMatchObject({ pk: 'id', fieldList: { id: 'ID', title: 'Title' } });
    const whole = (await get('getTableFieldList?table=article&clean=0')).data['fieldList'] as Record<string, unknown>;
    expect(Object.keys(whole)).toEqual(Object.keys(data['fieldList'] as object));
    expect(whole['title']).toMatchObject({ name: 'title', kind: 'text', label: 'Title' });
    expect(Object.keys(whole).filter((name) => name.includes('.'))).toEqual([]);
  });

  it('names what is no table, and tells nobody else', async () => {
    for (const what of [
      'getTablePk?table=nothing',
      'getTableFieldList?table=__proto__',
      'getTablePk?table=kept',
      'getTablePk',
      'getTableFieldList?table[]=article',
    ])
      expect(await get(what)).toMatchObject({ code: 0, msg: expect.stringContaining('There is no table') });
    for (const clean of ['2', 'abc', 'yes', '-1'])
      expect(await get(`getTableFieldList?table=article&clean=${clean}`)).toMatchObject({
        code: 0,
        msg: `The parameter “clean” must be 1 or 0, not “${clean}”`,
      });
    for (const query of ['quickSearch[]=a', 'excludeTable[a][b]=c'])
      expect(await get(`getTableList?${query}`)).toMatchObject({ code: 0, msg: "The search isn't in a valid format" });
    const { gate } = server.app;
    const { id: group } = await gate.rows('admin_group').add({ name: 'writers', pid: 1 });
    await gate.rows('admin').add({ username: 'lowly', nickname: 'lowly', password: 'Person-1', group_ids: [group] });
    const lowly = await server.signIn('lowly', 'Person-1');
    for (const what of ['getTableList', 'getTablePk?table=article', 'getTableFieldList?table=article'])
      expect((await get(what, lowly)).code).toBe(401);
  });
});
