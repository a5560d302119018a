import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { definePlugin, type ValueChange } from '#plugin';
import { f, table } from '#resource';
import fileUses from '../../examples/fileUses.ts';
import { eachDatabase } from '../../support/databases.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const album = table('album', {
  title: f.text({ required: true }),
  cover: f.image(),
  pictures: f.images(),
  shelf_id: f.belongsTo('shelf_of_albums', { onDelete: 'cascade' }),
});
const shelf = table('shelf_of_albums', { name: f.text() });
const plain = table('without_files', { name: f.text() });
declare module '#resource' {
  interface Tables {
    album: typeof album;
    shelf_of_albums: typeof shelf;
    without_files: typeof plain;
  }
}
const resources = [
  album.resource({ path: 'test/album', traits: { trash: true, sortable: true } }),
  shelf.resource({ path: 'test/shelf' }),
  plain.resource({ path: 'test/plain' }),
];
const heard: Omit<ValueChange, 'context' | 'options'>[] = [];
const listening = definePlugin({
  name: 'listening',
  watch: [
    {
      kinds: ['image'],
      changed({ context: _context, options: _options, ...change }) {
        heard.push(change);
        if (change.after === '/broken.png') throw new Error('the watcher broke');
        if (change.after === '/endless.png') return new Promise(() => {});
      },
    },
  ],
});

eachDatabase((_name, _open, place) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await startServer(await place(), {
      resources: [...fileUses.resources!, ...resources],
      plugins: [fileUses, listening],
      limits: { hook: 1500 },
    });
    token = await server.signIn();
  });
  afterAll(() => server.close());
  const send = async (method: string, url: string, body?: object) =>
    (await server.request(method, `/api/admin/${url}`, { token, mayFail: true, ...(body && { body: { ...body } }) }))
      .json;
  const add = async (values: object) =>
    ((await send('POST', 'test.album/add', { title: 'a', ...values })).data['row'] as { id: number }).id;
  const uses = async (): Promise<Record<string, number>> =>
    Object.fromEntries(
      (await server.app.gate.rows('file_use').list({ uses: { ne: 0 } })).map((row) => [row.address, row.uses]),
    );

  it('hears what comes, changes, is trashed, comes back and goes, in the transaction', async () => {
    heard.length = 0;
    const id = await add({ cover: '/a.png', pictures: ['/b.png', '/c.png'] });
    expect(await uses()).toEqual({ '/a.png': 1, '/b.png': 1, '/c.png': 1 });
    await send('POST', 'test.album/edit', { id, cover: '/b.png', pictures: ['/c.png'] });
    expect(await uses()).toEqual({ '/b.png': 1, '/c.png': 1 });
    await send('POST', 'test.album/edit', { id, title: 'other' });
    await send('DELETE', `test.album/del?ids[]=${id}`);
    await send('POST', 'test.album/restore', { ids: [id] });
    expect(await uses()).toEqual({ '/b.png': 1, '/c.png': 1 });
    await send('DELETE', `test.album/del?ids[]=${id}`);
    await send('POST', 'test.album/destroy', { ids: [id] });
    await send('DELETE', `test.album/destroy?ids[]=${id}`);
    expect(await uses()).toEqual({});
    const of = { table: 'album', field: 'cover', id };
    expect(heard).toEqual([
      { ...of, event: 'added', before: null, after: '/a.png' },
      { ...of, event: 'changed', before: '/a.png', after: '/b.png' },
      { ...of, event: 'trashed', before: '/b.png', after: '/b.png' },
      { ...of, event: 'restored', before: '/b.png', after: '/b.png' },
      { ...of, event: 'trashed', before: '/b.png', after: '/b.png' },
      { ...of, event: 'deleted', before: '/b.png', after: null },
    ]);
  });

  it('hears nothing of a field that is empty before and after', async () => {
    heard.length = 0;
    const id = await add({ cover: null });
    await send('POST', 'test.album/edit', { id, title: 'other', cover: '' });
    await send('DELETE', `test.album/del?ids[]=${id}`);
    expect(heard).toEqual([]);
  });

  it('hears of rows that go along with another', async () => {
    const { id } = (await send('POST', 'test.shelf/add', { name: 's' })).data['row'] as { id: number };
    await add({ shelf_id: id, cover: '/along.png' });
    expect(await uses()).toEqual({ '/along.png': 1 });
    await send('DELETE', `test.shelf/del?ids[]=${id}`);
    expect(await uses()).toEqual({});
  });

  it('refuses the change when it fails or does not end, and is named', async () => {
    expect((await send('POST', 'test.album/add', { title: 'x', cover: '/broken.png' })).code).toBe(0);
    expect((await send('POST', 'test.album/add', { title: 'x', cover: '/endless.png' })).code).toBe(0);
    expect(await uses()).toEqual({});
    const log = server.logged.join('');
    expect(log).toContain('plugin listening: its watch of image: the watcher broke');
    expect(log).toContain('plugin listening: its watch of image: took longer');
  });

  it('costs tables without such fields nothing', async () => {
    heard.length = 0;
    expect((await send('POST', 'test.plain/add', { name: 'x' })).code).toBe(1);
    expect(heard).toEqual([]);
  });

  describe('a table without a page', () => {
    it('has no calls, nodes or menu entry', async () => {
      const ask = (call: string) => server.request('GET', `/api/admin/${call}`, { token, mayFail: true });
      for (const call of ['index', 'select']) expect((await ask(`file_use/${call}`)).status).toBe(404);
      // Whether there is a table is a question that has an answer, which pages ask of every address: no error to browsers.
      for (const name of ['file_use', 'no_such_table'])
        expect(await ask(`${name}/manifest`), name).toMatchObject({
          status: 200,
          json: { code: 0, msg: "This table doesn't exist", data: null },
        });
      expect((await send('POST', 'file_use/add', { address: 'x' })).code).toBe(0);
      expect(await server.app.gate.rows('admin_rule').list({ name: { contains: 'file_use' } })).toEqual([]);
    });
  });
});
