import { statSync, utimesSync, writeFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { f, settings, table } from '#resource';
import type { PluginHost, ServerPlugin } from '#plugin';
import { testPlugin, waitingTransactions, type TestServer } from '#test';
import { upload } from '../server.ts';
import { filesOf } from './files.ts';
import { send, type Sent } from './send.ts';

const album = table('upload_album', {
  title: f.text({ required: true }),
  cover: f.image(),
  files: f.files(),
  paper: f.file({ private: { upload: { types: 'txt', maxSize: 100 } } }),
  body: f.richText(),
  contract: f.file({ private: { upload: { private: true, types: 'txt', maxSize: 100, topic: 'secret' } } }),
  admin_id: f.belongsTo('admin', { readonly: true }),
});
/** A table that no page shows, and settings of another plugin. */
const hidden = table('upload_hidden', { file: f.file() });
const shop = settings('upload_shop', {
  shop_sign: f.image({ label: { 'zh-cn': '店招', en: 'Shop sign' } }),
  shop_papers: f.files(),
});
/** One whose rows keep attachments by their ids. */
const deposit = table('upload_deposit', { attachment_id: f.belongsTo('attachment') });
declare module '#resource' {
  interface Tables {
    upload_album: typeof album;
    upload_deposit: typeof deposit;
    upload_hidden: typeof hidden;
  }
  interface SettingsGroups {
    upload_shop: typeof shop;
  }
}

const plugins = (): ServerPlugin[] => [
  upload(),
  {
    name: 'albums',
    settings: [shop.group({ label: { 'zh-cn': '店铺', en: 'Shop' } })],
    resources: [
      hidden.resource({ page: false }),
      deposit.resource({ page: false }),
      album.resource({
        path: 'test/album',
        traits: { trash: true },
        rows: { read: (caller) => caller.super || { admin_id: caller.id } },
      }),
    ],
  },
];
const set = (server: TestServer, token: string, body: Record<string, unknown>) =>
  server.request('POST', '/api/admin/routine.Config/edit', { token, body });
const post = (server: TestServer, token: string, path: string, body: Record<string, unknown>) =>
  server.request('POST', `/api/admin/${path}`, { token, body });
const remove = (server: TestServer, token: string, ids: readonly number[]) =>
  server.request('DELETE', `/api/admin/routine.attachment/del?${ids.map((id) => `ids[]=${id}`).join('&')}`, { token });
const rowOf = async (server: TestServer, id: number) => server.app.gate.rows('attachment').get(id);
/** Runs a job now: the nightly one, or that which forgets files of a person. */
const tidy = async ([plugin]: readonly ServerPlugin[], forgotten?: readonly number[]): Promise<void> => {
  const { run } = plugin!.jobs!.find(({ name }) => name === (forgotten ? 'forget-files' : 'tidy'))!;
  await run({ data: forgotten, signal: new AbortController().signal } as never);
};
/** Somebody with these nodes. */
async function person(server: TestServer, username: string, ...nodes: readonly string[]): Promise<string> {
  const { gate } = server.app;
  const rules = await gate.rows('admin_rule').list({ name: { in: nodes } });
  const { id } = await gate.rows('admin_group').add({ name: username, pid: 1, rule_ids: rules.map((rule) => rule.id) });
  await gate.rows('admin').add({ username, nickname: username, password: 'Person-1', group_ids: [id] });
  return server.signIn(username, 'Person-1');
}
const replace = async (server: TestServer, token: string, id: number, { bytes, name = 'b.txt' }: Sent) => {
  const form = new FormData();
  form.set('id', String(id));
  form.set('file', new File([bytes as BlobPart], name));
  const headers = { 'think-lang': 'en', batoken: token };
  const url = `${server.address}/api/admin/routine.attachment/replace`;
  return (await (await fetch(url, { method: 'POST', body: form, headers })).json()) as {
    code: number;
    msg: string;
    data: { file: Record<string, unknown> };
  };
};

const used = plugins();
testPlugin('uses are counted in every kind of field, and told to who may read the row', used, async (server) => {
  const token = await server.signIn();
  const [one, two] = [await send(server, { bytes: 'one', token }), await send(server, { bytes: 'two', token })];
  const id = (
    await server.app.gate
      .rows('upload_album')
      .add({ title: 'Mine', cover: one.file.url, files: [one.file.url, two.file.url], body: '' })
  ).id;
  const quotes = async () => [(await rowOf(server, one.file.id))?.quote, (await rowOf(server, two.file.id))?.quote];
  expect(await quotes()).toEqual([2, 1]);
  const edit = (body: Record<string, unknown>) => server.app.gate.rows('upload_album').edit(id, body as never);
  await edit({ body: `<p><img src="https://cdn.example${two.file.url}?thumb=320" alt=""></p>` });
  expect(await quotes()).toEqual([2, 2]);
  const uses = await post(server, token, 'routine.attachment/uses', { id: two.file.id });
  expect(uses.json.data).toEqual({
    count: 2,
    uses: ['files', 'body'].map((field) => ({
      table: 'upload_album',
      label: 'Upload album',
      row: id,
      name: 'Mine',
      field,
      fieldLabel: field === 'files' ? 'Files' : 'Body',
      link: `/admin/test/album?id=${id}`,
    })),
  });
  // Whoever may not read the row is told how many there are, and no more.
  const guest = await person(server, 'guest', 'routine/attachment', 'routine/attachment/index');
  expect((await post(server, guest, 'routine.attachment/uses', { id: two.file.id })).json.data).toEqual({
    count: 2,
    uses: [],
  });
  const nobody = await person(server, 'nobody');
  expect((await post(server, nobody, 'routine.attachment/uses', { id: two.file.id })).json.code).toBe(401);
  await edit({ cover: null, files: [two.file.url] });
  expect(await quotes()).toEqual([0, 2]);
  expect((await rowOf(server, one.file.id))?.unused_time).not.toBeNull();
  // What lies in the trash is in use until it is gone for good.
  await server.app.gate.rows('upload_album').del([id]);
  expect(await quotes()).toEqual([0, 2]);
  const gone = await server.request('DELETE', `/api/admin/test.album/destroy?ids[]=${id}`, { token });
  expect(gone.json.code).toBe(1);
  expect(await quotes()).toEqual([0, 0]);
});

testPlugin('every setting that holds a file counts as a use, at once', plugins(), async (server) => {
  const token = await server.signIn();
  const [one, two] = [await send(server, { bytes: 'one', token }), await send(server, { bytes: 'two', token })];
  const quotes = async () => [(await rowOf(server, one.file.id))?.quote, (await rowOf(server, two.file.id))?.quote];
  await set(server, token, { site_logo: one.file.url });
  expect(await quotes()).toEqual([1, 0]);
  await set(server, token, { shop_sign: one.file.url, shop_papers: [one.file.url, two.file.url] });
  expect(await quotes()).toEqual([3, 1]);
  const uses = await post(server, token, 'routine.attachment/uses', { id: one.file.id });
  const at = (group: string, label: string, field: string, name: string) => ({
    table: `settings.${group}`,
    label,
    row: 1,
    name,
    field,
    fieldLabel: name,
    link: `/admin/routine/config?group=${group}`,
  });
  expect(uses.json.data).toEqual({
    count: 3,
    uses: [
      at('basics', 'Basics', 'site_logo', 'Site logo'),
      at('upload_shop', 'Shop', 'shop_sign', 'Shop sign'),
      at('upload_shop', 'Shop', 'shop_papers', 'Shop papers'),
    ],
  });
  const guest = await person(server, 'guest', 'routine/attachment', 'routine/attachment/index');
  const seen = await post(server, guest, 'routine.attachment/uses', { id: one.file.id });
  expect(seen.json.data).toEqual({ count: 3, uses: [] });
  await set(server, token, { site_logo: null });
  await set(server, token, { shop_papers: [] });
  expect(await quotes()).toEqual([1, 0]);
});

const away = plugins();
testPlugin('the nightly job puts uses right that changed while the plugin was away', away, async (server) => {
  const token = await server.signIn();
  const { gate } = server.app;
  const files = [];
  for (const bytes of ['one', 'two', 'three', 'four', 'five']) files.push((await send(server, { bytes, token })).file);
  const [gone, trashed, unseen, set1, elsewhere] = files;
  const uses = gate.rows('attachment_use');
  const albums = gate.rows('upload_album');
  const bin = (await albums.add({ title: 'Bin', cover: trashed!.url })).id;
  await albums.del([bin]);
  await gate.rows('upload_hidden').add({ file: unseen!.url });
  await set(server, token, { shop_sign: set1!.url });
  // As if rows had come and gone behind the back of who keeps the account.
  await uses.del((await uses.list()).map(({ id }) => id));
  const use = (file: { id: number }, table_name: string, field: string, row_id: number) =>
    uses.add({ attachment_id: file.id, table_name, field, row_id });
  await use(gone!, 'upload_album', 'cover', 999);
  await use(gone!, 'upload_hidden', 'dropped', 1);
  await use(gone!, 'settings.basics', 'site_logo', 1);
  await use(elsewhere!, 'of_another_plugin', 'cover', 1);
  for (const { id } of files) await gate.rows('attachment').edit(id, { quote: 3, unused_time: null });
  await tidy(away);
  const quotes = await Promise.all(files.map(async ({ id }) => (await rowOf(server, id))?.quote));
  // A table that nobody declares just now may come back.
  expect(quotes).toEqual([0, 1, 1, 1, 3]);
  expect((await rowOf(server, gone!.id))?.unused_time).not.toBeNull();
  expect(await uses.list()).toHaveLength(4);
});

const found = plugins();
testPlugin(
  'the nightly job finds uses, removes unused files after their days, and what a crash has left',
  found,
  async (server) => {
    const token = await server.signIn();
    const { gate } = server.app;
    const old = Math.floor(Date.now() / 1000) - 40 * 86_400;
    const [one, two, three] = [
      await send(server, { bytes: 'one', token }),
      await send(server, { bytes: 'two', token }),
      await send(server, { bytes: 'three', token }),
    ];
    await gate.rows('upload_album').add({ title: 'Mine', cover: one.file.url });
    // As if it had been written while the plugin was away.
    await gate.rows('attachment_use').del((await gate.rows('attachment_use').list()).map(({ id }) => id));
    for (const { file } of [one, two]) await gate.rows('attachment').edit(file.id, { quote: 0, unused_time: old });
    const orphan = join(server.dataDir, 'files/upload/aa/bb', `aabb${'0'.repeat(28)}.txt`);
    const foreign = join(server.dataDir, 'files/upload/resumable/1.info');
    for (const path of [orphan, foreign]) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, 'x');
      utimesSync(path, old, old);
    }
    await tidy(found);
    expect((await rowOf(server, one.file.id))?.quote).toBe(1);
    expect(filesOf(server)).toHaveLength(4);
    expect(statSync(orphan, { throwIfNoEntry: false })).toBeUndefined();
    expect(statSync(foreign).isFile()).toBe(true);
    expect((await set(server, token, { upload_unused_days: 30 })).json.code).toBe(1);
    await tidy(found);
    expect(await gate.rows('attachment').list()).toMatchObject([{ id: one.file.id }, { id: three.file.id }]);
    await expect.poll(() => filesOf(server).length).toBe(3);
    // One that a row keeps keeps no other.
    const [kept, gone] = [await send(server, { bytes: 'kept', token }), await send(server, { bytes: 'gone', token })];
    await gate.rows('upload_deposit').add({ attachment_id: kept.file.id });
    for (const { file } of [kept, gone]) await gate.rows('attachment').edit(file.id, { quote: 0, unused_time: old });
    await tidy(found);
    expect([await rowOf(server, kept.file.id), await rowOf(server, gone.file.id)]).toMatchObject([
      { quote: 0 },
      undefined,
    ]);
    await expect(tidy(found, [kept.file.id, three.file.id])).rejects.toMatchObject({
      key: expect.any(String) as string,
    });
    expect(await gate.rows('attachment').list()).toMatchObject([{ id: one.file.id }, { id: kept.file.id }]);
  },
);

testPlugin('a deleted attachment takes its file along, once, whoever else deletes it', plugins(), async (server) => {
  const token = await server.signIn();
  const { file } = await send(server, { bytes: 'one', token });
  const guest = await person(server, 'reader', 'routine/attachment/index');
  expect((await remove(server, guest, [file.id])).json.code).toBe(401);
  const both = await Promise.all([remove(server, token, [file.id]), remove(server, token, [file.id])]);
  expect(both.map(({ json }) => json.code).toSorted((one, other) => one - other)).toEqual([0, 1]);
  await expect.poll(() => filesOf(server)).toEqual([]);
  // The same content can come again.
  expect((await send(server, { bytes: 'one', token })).file.id).not.toBe(file.id);
});

const inUse = plugins();
testPlugin('a file in use is deleted by who knows of every use, and by nobody else', inUse, async (server) => {
  const token = await server.signIn();
  const { gate } = server.app;
  const [used, free] = [await send(server, { bytes: 'one', token }), await send(server, { bytes: 'two', token })];
  const albums = gate.rows('upload_album');
  await albums.add({ title: 'Mine', cover: used.file.url });
  const both = [used.file.id, free.file.id];
  const refused = await remove(server, token, both);
  expect(refused.json).toMatchObject({ code: 0, msg: 'Still used in 1 place. Check where before you delete.' });
  expect(await post(server, token, 'routine.attachment/uses', { ids: both })).toMatchObject({
    json: { data: { count: 1, uses: [{ name: 'Mine' }] } },
  });
  const deleteUsed = async (as: string, body: Record<string, unknown>) =>
    (await post(server, as, 'routine.attachment/delUsed', body)).json;
  const reader = await person(server, 'reader', 'routine/attachment/index');
  expect(await deleteUsed(reader, { ids: both, uses: 1 })).toMatchObject({ code: 401 });
  // Another use has come since somebody looked.
  const later = await albums.add({ title: 'Later', cover: used.file.url });
  const changed = { code: 0, msg: 'Now used in 2 places. Check where before you delete.' };
  expect(await deleteUsed(token, { ids: both, uses: 1 })).toMatchObject(changed);
  for (const body of [{}, { ids: both }, { ids: both, uses: '2' }, { ids: 'x', uses: 2 }, { ids: [], uses: 0 }])
    expect((await deleteUsed(token, body)).code, JSON.stringify(body)).toBe(0);
  expect(await gate.rows('attachment').count()).toBe(2);
  expect(filesOf(server)).toHaveLength(2);
  // The nightly job deletes nothing that has come into use since it looked.
  await set(server, token, { upload_unused_days: 1 });
  await gate.rows('attachment').edit(used.file.id, { quote: 0, unused_time: 1 });
  await tidy(inUse);
  expect(await rowOf(server, used.file.id)).toMatchObject({ quote: 2, unused_time: null });
  const two = await Promise.all([
    deleteUsed(token, { ids: both, uses: 2 }),
    deleteUsed(token, { ids: both.toReversed(), uses: 2 }),
  ]);
  expect(two.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([0, 1]);
  expect(await gate.rows('attachment').count()).toBe(0);
  expect(await gate.rows('attachment_use').count()).toBe(0);
  await expect.poll(() => filesOf(server)).toEqual([]);
  // A row that shows a file which is gone is edited like any other.
  await albums.edit(later.id, { cover: null });
  // The log tells of the deletion, and nothing of who has only looked where files are used.
  const logged = async (call: string) =>
    (await gate.rows('admin_log').list()).filter(({ url }) => url!.endsWith(`/${call}`)).map(({ facts }) => facts);
  const deletion = expect.objectContaining({ table: 'attachment', action: 'del', count: 2 });
  await expect.poll(() => logged('delUsed')).toEqual([deletion]);
  expect(await logged('uses')).toEqual([]);
});

testPlugin('the list tells what it should and nothing of where files lie', plugins(), async (server) => {
  const token = await server.signIn();
  const { file } = await send(server, { bytes: 'one', name: 'first.txt', token });
  const { json, text } = await server.request('GET', '/api/admin/routine.attachment/index', { token });
  const [row] = json.data['list'] as Record<string, unknown>[];
  expect(row).toMatchObject({ id: file.id, name: 'first.txt', size: 3, quote: 0, admin: { username: 'admin' } });
  for (const name of ['key', 'sent_sha1', 'identity']) expect(row).not.toHaveProperty(name);
  expect(text).not.toContain((await rowOf(server, file.id))!.key!);
  const edit = (body: Record<string, unknown>) =>
    post(server, token, 'routine.attachment/edit', { id: file.id, version: row!['version'], ...body });
  expect((await edit({ name: 'second.txt', topic: 'letters' })).json.code).toBe(1);
  // Whatever it is called, it is saved as what it is.
  const { version } = (await rowOf(server, file.id))!;
  const renamed = { id: file.id, version, name: '../second\u202E.html' };
  expect((await post(server, token, 'routine.attachment/edit', renamed)).json.code).toBe(1);
  expect(await rowOf(server, file.id)).toMatchObject({ name: 'second.html.txt' });
  await edit({ url: '/storage/x', key: 'x', size: 1 });
  expect(await rowOf(server, file.id)).toMatchObject({ topic: 'letters', url: file.url, size: 3 });
});

testPlugin('another content takes the place of a file, at the same address', plugins(), async (server) => {
  const token = await server.signIn();
  const { file } = await send(server, { bytes: 'before', token });
  expect(await replace(server, token, file.id, { bytes: '{\\rtf1}', name: 'b.rtf' })).toMatchObject({
    code: 0,
    msg: 'The type of uploaded file is not allowed!',
  });
  expect(await replace(server, token, file.id, { bytes: 'GIF89a', name: 'b.csv' })).toMatchObject({ code: 0 });
  expect(filesOf(server)).toHaveLength(1);
  const done = await replace(server, token, file.id, { bytes: 'afterwards' });
  expect(done.data.file).toMatchObject({ id: file.id, url: file.url, size: 10 });
  expect(await (await fetch(`${server.address}${file.url}`)).text()).toBe('afterwards');
  expect(filesOf(server)).toHaveLength(1);
  const reader = await person(server, 'reader', 'routine/attachment/index');
  expect((await replace(server, reader, file.id, { bytes: 'x' })).code).toBe(401);
  expect((await replace(server, token, 999, { bytes: 'x' })).msg).toBe('Record not found');
});

testPlugin('what a row shows is replaced and taken away by who has uploaded it', plugins(), async (server) => {
  const nodes = ['index', 'edit', 'del'].map((action) => `routine/attachment/${action}`);
  const owner = await person(server, 'owner', 'routine/attachment', ...nodes);
  const clerk = await person(server, 'clerk', 'routine/attachment', ...nodes);
  const [used, free] = [
    await send(server, { bytes: 'one', token: owner }),
    await send(server, { bytes: 'two', token: owner }),
  ];
  await server.app.gate.rows('upload_album').add({ title: 'Mine', cover: used.file.url });
  const refused = {
    code: 401,
    msg: 'Only the person who uploaded this file can replace it, or delete it while it is used.',
  };
  const deleteUsed = async (as: string) =>
    (await post(server, as, 'routine.attachment/delUsed', { ids: [used.file.id], uses: 1 })).json;
  for (const { file } of [used, free])
    expect(await replace(server, clerk, file.id, { bytes: 'forged' })).toMatchObject(refused);
  expect(await deleteUsed(clerk)).toMatchObject(refused);
  expect(await (await fetch(`${server.address}${used.file.url}`)).text()).toBe('one');
  expect(filesOf(server)).toHaveLength(2);
  // Nobody misses what no row uses.
  expect((await remove(server, clerk, [free.file.id])).json.code).toBe(1);
  expect((await replace(server, await server.signIn(), used.file.id, { bytes: 'by root' })).code).toBe(1);
  expect((await replace(server, owner, used.file.id, { bytes: 'by me' })).code).toBe(1);
  expect((await deleteUsed(owner)).code).toBe(1);
});

testPlugin('private files are for who may read the row', plugins(), async (server) => {
  const owner = await person(server, 'owner', 'test/album', 'test/album/index', 'test/album/add', 'test/album/edit');
  const other = await person(server, 'other', 'test/album', 'test/album/index');
  const token = await server.signIn();
  const fields = { table: 'upload_album', field: 'contract' };
  expect((await send(server, { bytes: 'x'.repeat(101), token, fields })).msg).toBe(
    'The size of the uploaded file exceeds the allowed range!',
  );
  expect((await send(server, { bytes: '{}', name: 'a.json', token, fields })).msg).toBe(
    'The type of uploaded file is not allowed!',
  );
  const { file } = await send(server, { bytes: 'secret', token, fields });
  expect(file).toMatchObject({
    topic: 'secret',
    url: expect.stringMatching(/^\/storage\/private\/[a-z0-5]{32}\.txt$/),
  });
  expect((await fetch(`${server.address}${file.url}`)).status).toBe(404);
  const links = async (as: string, body: Record<string, unknown> = { urls: [file.url] }) =>
    (await post(server, as, 'ajax/fileLinks', body)).json.data['links'] as Record<string, string>;
  expect(await links(other)).toEqual({});
  const admins = await server.app.gate.rows('admin').list();
  const idOf = (name: string) => admins.find(({ username }) => username === name)!.id;
  const { id } = await server.app.gate
    .rows('upload_album')
    .add({ title: 'Contract', contract: file.url, admin_id: idOf('owner') });
  expect(await links(other)).toEqual({});
  expect(await links(other, { ...fields, id })).toEqual({});
  const signed = (await links(owner))[file.url]!;
  const named = async (as: string) =>
    (await post(server, as, 'ajax/fileLinks', { urls: [file.url] })).json.data['names'];
  expect([await named(owner), await named(other)]).toEqual([{ [file.url]: 'a.txt' }, {}]);
  expect(await links(owner, { ...fields, id })).toEqual({ [file.url]: signed });
  const opened = await fetch(`${server.address}${signed}`);
  expect([opened.status, await opened.text(), opened.headers.get('cache-control')]).toEqual([
    200,
    'secret',
    'private, no-cache',
  ]);
  expect((await fetch(`${server.address}${signed.split('?')[0]}`)).status).toBe(200);
  expect(await (await fetch(`${server.address}${signed.split('?')[0]}`)).json()).toMatchObject({ code: 302 });
  expect((await fetch(`${server.address}${signed.replace('/file/', '/file/9')}`)).status).toBe(403);
  // The right is looked at when the link is opened.
  await server.app.gate.rows('upload_album').edit(id, { admin_id: idOf('other') });
  expect((await fetch(`${server.address}${signed}`)).status).toBe(404);
  // An address that somebody has seen is no right: not for a row of one's own, and not for one that is written to.
  for (const body of [{ contract: file.url }, { files: [file.url] }, { body: `<img src="${file.url}">` }]) {
    const planted = await post(server, owner, 'test.album/add', { title: 'Mine', ...body });
    expect(planted.json).toMatchObject({ code: 0, msg: expect.stringContaining('uploaded by someone else') });
  }
  // A row that holds it may be edited otherwise by who did not upload it.
  await server.app.gate.rows('upload_album').edit(id, { admin_id: idOf('owner') });
  const { version } = (await server.app.gate.rows('upload_album').get(id))!;
  const renamed = { id, version, title: 'Treaty', contract: file.url };
  expect((await post(server, owner, 'test.album/edit', renamed)).json.code).toBe(1);
  // A file that anybody may have is no contract.
  const open = await send(server, { bytes: 'public', token });
  const refused = await post(server, token, 'test.album/add', { title: 'x', contract: open.file.url });
  expect(refused.json).toMatchObject({ code: 0, msg: 'This field only accepts private files. Upload the file here.' });
});

testPlugin('a field takes no file that was chosen and is not what it takes', plugins(), async (server) => {
  const token = await server.signIn();
  await set(server, token, { upload_mimetype: '*' });
  const large = await send(server, {
    bytes: 'x'.repeat(101),
    token,
    fields: { table: 'upload_album', field: 'paper' },
  });
  expect(large.code).toBe(0);
  const add = async (paper: string) => (await post(server, token, 'test.album/add', { title: 'x', paper })).json;
  const chosen = async (given: Omit<Sent, 'token'>) => add((await send(server, { ...given, token })).file.url);
  expect((await chosen({ bytes: 'x'.repeat(101) })).data).toMatchObject({
    errors: { paper: 'The size of the uploaded file exceeds the allowed range!' },
  });
  expect((await chosen({ bytes: '{}', name: 'a.json' })).code).toBe(0);
  expect((await chosen({ bytes: 'a;b', name: 'a.csv' })).data).toMatchObject({
    errors: { paper: 'The type of uploaded file is not allowed!' },
  });
  expect((await chosen({ bytes: 'x'.repeat(100) })).code).toBe(1);
  // What no file of ours is, nobody knows.
  expect((await add('https://elsewhere.example/a.exe')).code).toBe(1);
  expect(await server.app.gate.rows('upload_album').count()).toBe(2);
});

testPlugin(
  'private files are in the list of whoever has uploaded them, and of nobody else',
  plugins(),
  async (server) => {
    const nodes = ['index', 'edit', 'del'].map((action) => `routine/attachment/${action}`);
    const clerk = await person(server, 'clerk', 'routine/attachment', ...nodes);
    const owner = await person(server, 'owner', 'routine/attachment', ...nodes);
    const fields = { table: 'upload_album', field: 'contract' };
    const { file } = await send(server, { bytes: 'secret', name: 'Salaries.txt', token: owner, fields });
    await send(server, { bytes: 'open', name: 'Open.txt', token: owner });
    const names = async (token: string, query = '') => {
      const { json } = await server.request('GET', `/api/admin/routine.attachment/index${query}`, { token });
      return [json.data['total'], ...(json.data['list'] as { name: string }[]).map(({ name }) => name).toSorted()];
    };
    expect(await names(clerk)).toEqual([1, 'Open.txt']);
    expect(await names(clerk, '?quickSearch=Salaries')).toEqual([0]);
    expect(await names(owner)).toEqual([2, 'Open.txt', 'Salaries.txt']);
    expect(await names(await server.signIn())).toEqual([2, 'Open.txt', 'Salaries.txt']);
    // Nor can anybody else put another content into its place, rename it or remove it.
    expect((await replace(server, clerk, file.id, { bytes: 'forged' })).code).toBe(0);
    const { version } = (await rowOf(server, file.id))!;
    expect(
      (await post(server, clerk, 'routine.attachment/edit', { id: file.id, version, name: 'x.txt' })).json.code,
    ).toBe(0);
    expect((await remove(server, clerk, [file.id])).json.code).toBe(0);
    expect((await post(server, clerk, 'routine.attachment/uses', { id: file.id })).json.code).toBe(0);
    expect(await rowOf(server, file.id)).toMatchObject({ name: 'Salaries.txt', size: 6 });
    expect((await replace(server, owner, file.id, { bytes: 'mine' })).code).toBe(1);
  },
);

let host: PluginHost;
const racing = [...plugins(), { name: 'witness', start: (given: PluginHost) => void (host = given) }];
// On SQLite one transaction follows the other.
testPlugin.onPostgres('a file that a row begins to use is not removed as unused', racing, async (server) => {
  const token = await server.signIn();
  const { gate } = server.app;
  const { file } = await send(server, { bytes: 'one', token });
  await gate.rows('attachment').edit(file.id, { unused_time: 1000 });
  expect((await set(server, token, { upload_unused_days: 30 })).json.code).toBe(1);
  const begun = Promise.withResolvers<void>();
  const tidied = begun.promise.then(() => tidy(racing));
  await host.transaction(host.system, async ({ rows }) => {
    await rows('upload_album').add({ title: 'Mine', cover: file.url });
    // The job has seen that nobody uses the file and wants to remove it, which waits for this transaction.
    begun.resolve();
    await expect.poll(() => waitingTransactions(server.app.database)).toBe(1);
  });
  await tidied;
  expect(await rowOf(server, file.id)).toMatchObject({ quote: 1 });
});

const again = [...plugins(), { name: 'witness', start: (given: PluginHost) => void (host = given) }];
testPlugin.onPostgres('what is sent again while it is deleted is kept', again, async (server) => {
  const token = await server.signIn();
  const { file } = await send(server, { bytes: 'one', token });
  const begun = Promise.withResolvers<void>();
  const sent = begun.promise.then(() => send(server, { bytes: 'one', token }));
  await host.transaction(host.system, async ({ rows }) => {
    await rows('attachment').del([file.id]);
    // The upload has found the file that it is the same as, and wants to write to its row.
    begun.resolve();
    await expect.poll(() => waitingTransactions(server.app.database)).toBe(1);
  });
  const { code, file: kept } = await sent;
  expect(code).toBe(1);
  expect(kept.id).not.toBe(file.id);
  await expect.poll(() => filesOf(server).length).toBe(1);
  expect(await (await fetch(`${server.address}${kept.url}`)).text()).toBe('one');
});

testPlugin.onPostgres('what is sent again while it is tidied away is kept', again, async (server) => {
  const token = await server.signIn();
  const { file } = await send(server, { bytes: 'one', token });
  await server.app.gate.rows('attachment').edit(file.id, { unused_time: 1000 });
  expect((await set(server, token, { upload_unused_days: 30 })).json.code).toBe(1);
  const begun = Promise.withResolvers<void>();
  const tidied = begun.promise.then(() => tidy(again));
  await host.transaction(host.system, async ({ rows, now }) => {
    // As an upload of the same does.
    await rows('attachment').edit(file.id, { unused_time: now });
    begun.resolve();
    await expect.poll(() => waitingTransactions(server.app.database)).toBe(1);
  });
  await tidied;
  expect(await rowOf(server, file.id)).toMatchObject({ quote: 0 });
});
