import { expect } from 'vitest';
import { testPlugin, type TestServer } from '#test';
import { upload } from '../server.ts';
import { members, memberToken } from './memberRealm.ts';

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
