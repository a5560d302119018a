import { expect, it } from 'vitest';
import { f, table, type AnyField, type Resource } from '#resource';
import { openDatabase } from '../../../src/server/database/openDatabase.ts';
import { dropTables } from '../../../src/server/database/schema/dropTables.ts';
import { ownTables } from '../../../src/server/start/ownTables.ts';
import { eachDatabase } from '../../support/databases.ts';
import { importer } from '../../support/imports.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const named = (name: string, price: AnyField = f.int(), more: object = {}): Resource =>
  table(name, { title: f.text({ unique: true }), price }, more).resource({
    path: name,
    label: name,
    traits: { history: true },
  });

// What a person has done to many records, and undoes after the file of the table has changed.
eachDatabase((_name, _open, place) => {
  const rows = async (server: TestServer, token: string, name = 'note') => {
    const { json } = await server.request('GET', `/api/admin/${name}/index`, { token });
    return (json.data['list'] as { title: string; price: unknown }[]).map(({ title, price }) => [title, price]);
  };

  it('writes no value of another kind: the amount 525 of a field that held cents is not taken for 525.00', async () => {
    const where = await place();
    let server = await startServer(where, { resources: [named('note')] });
    let token = await server.signIn();
    const call = async (action: string, body: Readonly<Record<string, unknown>>) =>
      (await server.request('POST', `/api/admin/note/${action}`, { token, body, headers: { 'think-lang': 'en' } }))
        .json;
    await call('add', { title: 'one', price: 525 });
    const { data } = await call('bulkEdit', { ids: [1], values: { price: 700 } });
    await server.close();

    const inUnits = f.money({ convert: (cents: number) => (cents / 100).toFixed(2) });
    server = await startServer(where, { resources: [named('note', inUnits)] });
    token = await server.signIn();
    expect(await call('undoEdit', { id: data['undo'] })).toMatchObject({
      data: { changed: 0, left: [{ id: 1, reason: 'The field held another kind of value then' }] },
    });
    expect(await rows(server, token)).toEqual([['one', '7.00']]);
    await server.close();
  });

  it('puts no former value of another kind back that an import has replaced, and writes none of a file that was checked before', async () => {
    const where = await place();
    let server = await startServer(where, { resources: [named('note')] });
    let token = await server.signIn();
    for (const body of [{ title: 'one', price: 525 }, { title: 'two' }])
      await server.request('POST', '/api/admin/note/add', { token, body });
    const done = await importer(server, 'note', token).run('title,price\none,700\n', { key: 'title' });
    const checked = await importer(server, 'note', token).check('title,price\ntwo,800\n', { key: 'title' });
    expect(checked).toMatchObject({ state: 'checked', edited: 1 });
    await server.close();

    const inUnits = f.money({ convert: (cents: number) => (cents / 100).toFixed(2) });
    server = await startServer(where, { resources: [named('note', inUnits)] });
    token = await server.signIn();
    const imports = importer(server, 'note', token);
    expect((await imports.step(done.id, 'undo')).json.code).toBe(1);
    expect(await imports.settled(done.id)).toMatchObject({ state: 'undone', undone: 0, kept: 1 });
    expect((await imports.step(checked.id, 'run')).json.code).toBe(1);
    expect(await imports.settled(checked.id)).toMatchObject({ state: 'failed', added: 0, edited: 0 });
    const now = [
      ['two', null],
      ['one', '7.00'],
    ];
    expect(await rows(server, token)).toEqual(now);
    await server.close();
  });

  it('leaves a table alone that has taken the name of another, whose imports go along', async () => {
    const where = await place();
    let server = await startServer(where, { resources: [named('note')] });
    const done = await importer(server, 'note', await server.signIn()).run('title\none\ntwo\n');
    await server.close();
    server = await startServer(where, { resources: [named('paper', f.int(), { renamedFrom: 'note' })] });
    await server.close();

    server = await startServer(where, { resources: [named('paper'), named('note')] });
    const token = await server.signIn();
    const own = [{ title: 'mine' }, { title: 'mine too' }];
    for (const body of own) await server.request('POST', '/api/admin/note/add', { token, body });
    expect((await importer(server, 'note', token).step(done.id, 'undo')).json.code).toBe(0);
    expect(await rows(server, token)).toHaveLength(2);
    const papers = importer(server, 'paper', token);
    expect((await papers.step(done.id, 'undo')).json.code).toBe(1);
    expect(await papers.settled(done.id)).toMatchObject({ state: 'undone', undone: 2 });
    expect(await rows(server, token, 'paper')).toEqual([]);
    await server.close();
  });

  it('leaves a table alone that is made again after it was dropped', async () => {
    const where = await place();
    let server = await startServer(where, { resources: [named('note')] });
    const done = await importer(server, 'note', await server.signIn()).run('title\none\ntwo\n');
    await server.close();
    const database = await openDatabase(where);
    await dropTables(database, ['note'], ownTables, async () => {});
    await database.close();

    server = await startServer(where, { resources: [named('note')] });
    const token = await server.signIn();
    const own = [{ title: 'mine' }, { title: 'mine too' }];
    for (const body of own) await server.request('POST', '/api/admin/note/add', { token, body });
    expect((await importer(server, 'note', token).step(done.id, 'undo')).json.code).toBe(0);
    expect(await rows(server, token)).toHaveLength(2);
    await server.close();
  });
});
