import { expect } from 'vitest';
import { definePlugin } from '#plugin';
import { f, table } from '#resource';
import { testPlugin, type TestServer } from '#test';
import { upload } from '../server.ts';

const password = 'Correct-Horse 9';

/** Members as any plugin may bring them. */
const account = table('upload_member', {
  username: f.text({ required: true, unique: true }),
  password: f.password({ required: true }),
  session_number: f.int({ readonly: true, default: 1 }),
  last_login_time: f.datetime({ readonly: true }),
  last_login_ip: f.text({ readonly: true }),
});
declare module '#resource' {
  interface Tables {
    upload_member: typeof account;
  }
  interface Realms {
    member: true;
  }
}
const members = definePlugin({
  name: 'upload-members',
  resources: [account.resource({ path: 'test/uploadMember' })],
  realms: [
    {
      name: 'member',
      base: '/user',
      tokenHeader: 'ba-user-token',
      refreshed: 'user-refresh',
      signInPage: { routePath: '/user/login', routeName: 'userLogin' },
      startPage: { routePath: '/user', routeName: 'user' },
      signIn: '/user/session/add',
      signOut: '/user/session/end',
      start: '/user/index',
      accounts: 'upload_member',
    },
  ],
});

/** A member of this name, signed in; the token. */
async function memberToken(server: TestServer, username: string): Promise<string> {
  await server.app.gate.rows('upload_member').add({ username, password });
  const { json } = await server.request('POST', '/api/user/session/add', { body: { username, password } });
  return (json.data['userInfo'] as { token: string }).token;
}

/** Uploads a text as whoever has the token. */
async function sendText(server: TestServer, text: string, headers: Record<string, string>) {
  const body = new FormData();
  body.set('file', new File([text], 'mine.txt', { type: 'text/plain' }));
  const answer = await fetch(`${server.address}/api/ajax/upload`, { method: 'POST', body, headers });
  return (await answer.json()) as { code: number; data: { file: Record<string, unknown> } | null };
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
    // A token of one realm opens nothing of another.
    const admin = await server.signIn();
    for (const headers of [{}, { batoken: admin }, { 'ba-user-token': admin }])
      expect((await sendText(server, 'other', headers as Record<string, string>)).code).not.toBe(1);
    expect(await server.app.gate.rows('attachment').count()).toBe(1);
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
