import { sql } from 'kysely';
import { expect } from 'vitest';
import { definePlugin, type PluginHost } from '#plugin';
import { f, table } from '#resource';
import { testPlugin, type TestServer } from '#test';
import { upload } from '../server.ts';
import { members, memberToken } from './memberRealm.ts';
import { tusClient } from './tus.ts';

/** Uploads a text as whoever has the token. */
async function sendText(server: TestServer, text: string, headers: Record<string, string>, area = '') {
  const body = new FormData();
  body.set('file', new File([text], 'mine.txt', { type: 'text/plain' }));
  const answer = await fetch(`${server.address}/api${area}/ajax/upload`, { method: 'POST', body, headers });
  return (await answer.json()) as { code: number; msg: string; data: { file: Record<string, unknown> } | null };
}

testPlugin(
  'members upload files of their own, and nobody does without a token',
  [upload(), members],
  async (server) => {
    const ada = { 'ba-user-token': await memberToken(server, 'ada') };
    const { code, data } = await sendText(server, 'hello', ada);
    expect(code).toBe(1);
    expect(data!.file).toMatchObject({ name: 'mine.txt', size: 5, mimetype: 'text/plain', admin_id: null });
    const { id } = (await server.app.gate.rows('upload_member').list({ username: 'ada' }))[0]!;
    expect(await server.app.gate.rows('attachment').list()).toMatchObject([{ user_id: id, admin_id: null }]);
    expect(await (await fetch(`${server.address}${String(data!.file['url'])}`)).text()).toBe('hello');
    const admin = await server.signIn();
    // Administrators see whose it is, and find all that are.
    const found = async (member: number) => {
      const filter = { field: 'user_id', operator: 'eq', value: member };
      const url = `/api/admin/routine.attachment/index?filter=${encodeURIComponent(JSON.stringify(filter))}`;
      return (await server.request('GET', url, { token: admin })).json.data['list'];
    };
    expect(await found(id)).toMatchObject([{ name: 'mine.txt', admin_id: null, user_id: id }]);
    expect(await found(id + 1)).toEqual([]);
    // A token of one realm opens nothing of another.
    for (const headers of [{}, { batoken: admin }, { 'ba-user-token': admin }])
      expect((await sendText(server, 'other', headers as Record<string, string>)).code).not.toBe(1);
    expect(await server.app.gate.rows('attachment').count()).toBe(1);
  },
);

testPlugin.onEither(
  'members upload so many bytes a day, and administrators as many as they like',
  [upload(), members],
  async (server) => {
    const admin = await server.signIn();
    const set = async (bytes: number): Promise<void> => {
      const body = { upload_member_daily: bytes };
      const url = '/api/admin/routine.config/edit?group=upload';
      expect((await server.request('POST', url, { token: admin, body })).json).toMatchObject({ code: 1 });
    };
    await set(2000);
    const ada = { 'ba-user-token': await memberToken(server, 'ada'), 'think-lang': 'en' };
    const text = (letter: string): string => letter.repeat(900);
    for (const letter of ['a', 'b']) expect((await sendText(server, text(letter), ada)).code).toBe(1);
    expect(await sendText(server, text('c'), ada)).toMatchObject({
      code: 0,
      msg: 'You can upload up to 1.95 kb within a day. Please try again tomorrow.',
    });
    // One that is sent in parts is refused before anything of it has come.
    const tus = tusClient(server, ada['ba-user-token'], 'member');
    expect((await tus.create(900, { filename: 'c.txt', filetype: 'text/plain' })).text).toContain('1.95 kb');
    expect(await server.app.gate.rows('attachment').count()).toBe(2);
    // Smaller ones are still taken, and so are those of others.
    expect((await sendText(server, 'd', ada)).code).toBe(1);
    const ben = { 'ba-user-token': await memberToken(server, 'ben') };
    expect((await sendText(server, text('c'), ben)).code).toBe(1);
    // A day later there is room again.
    await server.app.database.write(({ db, touch }) => {
      touch('attachment');
      return sql`UPDATE attachment SET create_time = create_time - 86400`.execute(db);
    });
    expect((await sendText(server, text('c'), ada)).code).toBe(1);
    expect((await sendText(server, text('i'), ada)).code).toBe(1);
    for (const letter of ['e', 'f', 'g'])
      expect((await sendText(server, text(letter), { batoken: admin }, '/admin')).code).toBe(1);
    await set(0);
    expect((await sendText(server, text('h'), ada)).code).toBe(1);
  },
);

const ledge = table('upload_ledge', { cover: f.image(), user_id: f.int() });
declare module '#resource' {
  interface Tables {
    upload_ledge: typeof ledge;
  }
}
let host!: PluginHost;
const forgetting = definePlugin({
  name: 'upload-forgetting',
  uses: ['files'],
  resources: [
    ledge.resource({
      page: false,
      personal: { realm: 'member', field: 'user_id', erase: { user_id: null, cover: null } },
    }),
  ],
  start: (given) => void (host = given),
});

testPlugin(
  'what a member has uploaded goes with them, and what others use of it stays without a name',
  [upload(), members, forgetting],
  async (server) => {
    const { rows } = server.app.gate;
    const files = () => rows('attachment').list({}, { sort: 'id' });
    const send = async (name: string): Promise<string> => {
      const { data } = await sendText(server, name, { 'ba-user-token': await memberToken(server, name) });
      return String(data!.file['url']);
    };
    const [own, used, other] = [await send('ada'), await send('eve'), await send('bob')];
    const idOf = async (username: string) => (await rows('upload_member').list({ username }))[0]!.id;
    await rows('upload_ledge').add({ cover: own, user_id: await idOf('ada') });
    await rows('upload_ledge').add({ cover: used, user_id: null });
    const stored = (url: string) => fetch(`${server.address}${url}`).then(({ status }) => status);
    expect(await Promise.all([own, used, other].map(stored))).toEqual([200, 200, 200]);
    const ada = { ...host.system, realm: 'member', super: false, id: await idOf('ada') } as const;
    const isOwn = (url: string) => host.use('files').isOwn(ada, url);
    expect(await Promise.all([own, used, 'https://elsewhere.example/a.png'].map(isOwn))).toEqual([true, false, false]);

    for (const name of ['ada', 'eve']) await host.personalData.erase({ realm: 'member', id: await idOf(name) });
    await expect.poll(async () => (await files()).map(({ url }) => url)).toEqual([used, other]);
    expect(await files()).toMatchObject([
      { user_id: null, name: '—.txt' },
      { user_id: await idOf('bob'), name: 'mine.txt' },
    ]);
    await expect.poll(() => Promise.all([own, used, other].map(stored))).toEqual([404, 200, 200]);
  },
);

testPlugin('members and visitors get icons of suffixes', [upload(), members], async (server) => {
  const token = await memberToken(server, 'bob');
  for (const headers of [{ 'ba-user-token': token }, {}] as Record<string, string>[]) {
    const answer = await fetch(`${server.address}/api/ajax/buildSuffixSvg?suffix=pdf`, { headers });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    expect(await answer.text()).toContain('>PDF</text>');
  }
});
