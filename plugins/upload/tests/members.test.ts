import { expect } from 'vitest';
import { testPlugin, type TestServer } from '#test';
import { member } from '../../member/server.ts';
import { upload } from '../server.ts';

const password = 'Correct-Horse 9';

/** A member of this name, signed in; the token. */
async function memberToken(server: TestServer, username: string): Promise<string> {
  const [group] = await server.app.gate.rows('user_group').list();
  await server.app.gate.rows('user').add({ username, nickname: username, password, group_id: group!.id });
  const body = { tab: 'login', username, password };
  const { json } = await server.request('POST', '/api/user/checkIn', { body });
  return (json.data['userInfo'] as { token: string }).token;
}

async function openCentre(server: TestServer): Promise<void> {
  const body = { open_member_center: 1 };
  await server.request('POST', '/api/admin/routine.Config/edit', { token: await server.signIn(), body });
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
  [upload(), member()],
  async (server) => {
    await openCentre(server);
    const ada = { 'ba-user-token': await memberToken(server, 'ada') };
    const { code, data } = await sendText(server, 'hello', ada);
    expect(code).toBe(1);
    expect(data!.file).toMatchObject({ name: 'mine.txt', size: 5, mimetype: 'text/plain', admin_id: null });
    const { id } = (await server.app.gate.rows('user').list({ username: 'ada' }))[0]!;
    expect(await server.app.gate.rows('attachment').list()).toMatchObject([{ user_id: id, admin_id: null }]);
    expect(await (await fetch(`${server.address}${String(data!.file['url'])}`)).text()).toBe('hello');
    // A token of one realm opens nothing of another.
    const admin = await server.signIn();
    for (const headers of [{}, { batoken: admin }, { 'ba-user-token': admin }])
      expect((await sendText(server, 'other', headers as Record<string, string>)).code).not.toBe(1);
    expect(await server.app.gate.rows('attachment').count()).toBe(1);
  },
);

testPlugin('members and visitors get icons of suffixes', [upload(), member()], async (server) => {
  await openCentre(server);
  const token = await memberToken(server, 'bob');
  for (const headers of [{ 'ba-user-token': token }, {}] as Record<string, string>[]) {
    const answer = await fetch(`${server.address}/api/ajax/buildSuffixSvg?suffix=pdf`, { headers });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    expect(await answer.text()).toContain('>PDF</text>');
  }
});
