import { definePlugin } from '#plugin';
import { f, table } from '#resource';
import type { TestServer } from '#test';

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
export const members = definePlugin({
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
export async function memberToken(server: TestServer, username: string): Promise<string> {
  await server.app.gate.rows('upload_member').add({ username, password });
  const { json } = await server.request('POST', '/api/user/session/add', { body: { username, password } });
  return (json.data['userInfo'] as { token: string }).token;
}
