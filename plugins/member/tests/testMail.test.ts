import { expect } from 'vitest';
import { openMailbox, testPlugin } from '#test';
import { member } from '../server.ts';
import { configure } from './people.ts';

testPlugin('administrators send a template to themselves, and to nobody else', [member()], async (server) => {
  const mailbox = await openMailbox();
  const token = await server.signIn();
  const { id } = (await server.app.gate.rows('user_template').list({ event: 'user_register' }))[0]!;
  const send = async (body: object) =>
    (
      await server.request('POST', '/api/admin/user.template/sendTest', {
        token,
        headers: { 'think-lang': 'en' },
        body: { id, ...body },
      })
    ).json;
  expect(await send({})).toMatchObject({ code: 0, msg: expect.stringContaining('profile') as string });
  await server.app.gate.rows('admin').edit(1, { email: 'root@example.com' });
  expect(await send({})).toMatchObject({ code: 0, msg: 'Set up outgoing mail in the settings first' });
  await configure(server, mailbox.settings);
  await configure(server, { site_name: 'Tea & Co' });
  expect((await send({ id: 999 })).code).toBe(0);
  // Nobody without the right over templates, whatever they show.
  for (const header of ['x-nothing', 'ba-user-token'])
    expect(
      (
        await server.request('POST', '/api/admin/user.template/sendTest', {
          headers: { [header]: token },
          body: { id },
        })
      ).json,
    ).toMatchObject({ code: 302 });
  expect(await send({ language: 'en', to: 'eve@example.com', email: 'eve@example.com' })).toMatchObject({
    code: 1,
    data: { email: 'root@example.com' },
  });
  await expect.poll(() => mailbox.received.map(({ to }) => to)).toEqual([['root@example.com']]);
  expect(mailbox.received[0]!.raw).toContain('123456 is your code for Tea & Co');
  for (let sent = 1; sent < 20; sent += 1) expect((await send({ language: 'zh-cn' })).code).toBe(1);
  expect((await send({})).code).not.toBe(1);
  await mailbox.close();
});
