import { afterAll, expect, it } from 'vitest';
import invitation from '../../examples/invitation.ts';
import weather from '../../examples/settings.ts';
import { eachDatabase } from '../../support/databases.ts';
import { openMailbox } from '../../support/mailbox.ts';
import { startServer, type TestServer } from '../../support/server.ts';

eachDatabase((_name, _open, place) => {
  const servers: TestServer[] = [];
  afterAll(() => Promise.all(servers.map((server) => server.close())));

  it('the example of mail invites whoever is added, once reminds them, and says when it cannot', async () => {
    const box = await openMailbox();
    const server = await startServer(await place(), { plugins: [invitation], resources: invitation.resources! });
    servers.push(server);
    const token = await server.signIn();
    const { id } = await server.app.gate.rows('invitation').add({ email: 'li@there.example', language: 'zh-cn' });
    const remind = async () =>
      (await server.request('POST', '/api/admin/company.invitation/remind', { token, body: { id } })).json;
    expect(await remind()).toMatchObject({ code: 0, msg: 'Enter the SMTP server and the sender first' });
    await expect.poll(() => server.logged.join('')).toContain('The mail settings are not filled in');
    const saved = await server.request('POST', '/api/admin/routine.Config/edit', { token, body: box.settings });
    expect(saved.json.code).toBe(1);
    expect([(await remind()).code, (await remind()).code]).toEqual([1, 1]);
    await expect.poll(() => box.received.length).toBeGreaterThan(0);
    expect(box.received).toHaveLength(1);
    expect(box.received[0]).toMatchObject({ to: ['li@there.example'] });
    expect(box.received[0]!.raw).toContain('<a href="https://ours.example">');
    await box.close();
  });

  it('the example of settings has a test, which validates what it is asked', async () => {
    const server = await startServer(await place(), { plugins: [weather] });
    servers.push(server);
    const token = await server.signIn();
    const test = async (values: object) =>
      (
        await server.request('POST', '/api/admin/routine.Config/test', {
          token,
          body: { group: 'weather', settings: { weather_city: 'Bonn' }, values },
        })
      ).json.data;
    expect(await test({ day: 'never' })).toHaveProperty('errors.day');
  });
});
