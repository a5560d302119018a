import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { definePlugin, type PluginHost } from '#plugin';
import { eachDatabase } from '../support/databases.ts';
import {
  canary,
  groupsOf,
  saveSettings,
  settingsEdit,
  settingsIndex,
  settingsServers,
} from '../support/settingsPage.ts';

eachDatabase((_name, _open, place) => {
  const { servers, serve } = settingsServers(place);

  it('takes a secret and never gives it away: not to callers, nor to the log, nor to who has the database', async () => {
    const host: { settings?: PluginHost['settings'] } = {};
    const plugin = definePlugin({ name: 'mailer', start: (given) => void (host.settings = given.settings) });
    const where = await place();
    const server = await serve({ plugins: [plugin] }, where);
    const token = await server.signIn();
    const answers: string[] = [];
    const ask = async (method: string, url: string, body?: Record<string, unknown>) => {
      answers.push((await server.request(method, url, { token, ...(body && { body }) })).text);
    };
    await ask('POST', settingsEdit, { smtp_user: 'u', smtp_pass: canary });
    await ask('POST', settingsEdit, { smtp_user: 'v', smtp_pass: '' });
    await ask('POST', settingsEdit, { smtp_user: 'w' });
    await ask('POST', settingsEdit, { smtp_pass: canary, smtp_port: 'x' });
    await ask('POST', settingsEdit, { smtp_user: 'late', version: 1 });
    await ask('GET', settingsIndex);
    await ask('GET', '/config.json');
    await ask('GET', '/api/admin/Index/index');
    await expect
      .poll(async () => (await server.app.gate.rows('admin_log').list({ url: '/admin/routine.Config/edit' })).length)
      .toBe(3);
    const { rows } = await sql`SELECT * FROM setting`.execute(server.app.database.read);
    expect(JSON.stringify(rows)).toContain('smtp_pass');
    const noted = await server.app.gate.rows('admin_log').list();
    expect(noted.map(({ data }) => data)).toContain('{"smtp_user":"u","smtp_pass":"***"}');
    for (const text of [...answers, JSON.stringify([rows, noted]), ...server.logged])
      expect(text).not.toContain('Mail-Canary');
    expect((await groupsOf(server, token)).list['mail']!.list.find((item) => item.name === 'smtp_pass')).toMatchObject({
      type: 'password',
      value: '',
    });
    expect(await host.settings!('mail')).toMatchObject({ smtp_user: 'w', smtp_pass: canary, smtp_port: 465 });
    expect(readFileSync(join(where.dataDir, 'secret.key'), 'utf8')).toMatch(/^[0-9a-f]{64}$/);
  });

  it('takes a secret away that is sent as null, and leaves it where it is sent empty', async () => {
    const host: { settings?: PluginHost['settings'] } = {};
    const server = await serve({
      plugins: [definePlugin({ name: 'mailer', start: (given) => void (host.settings = given.settings) })],
    });
    const token = await server.signIn();
    const stored = async (body: Record<string, unknown>) => {
      expect((await saveSettings(server, token, body)).code).toBe(1);
      return (await host.settings!('mail')).smtp_pass;
    };
    expect([
      await stored({ smtp_pass: canary }),
      await stored({ smtp_pass: '', smtp_user: 'x' }),
      await stored({ smtp_pass: '  ' }),
      await stored({ smtp_pass: null }),
    ]).toEqual([canary, canary, canary, null]);
  });

  it('asks for the password again before it goes to another mail server', async () => {
    const host: { settings?: PluginHost['settings'] } = {};
    const server = await serve({
      plugins: [definePlugin({ name: 'mailer', start: (given) => void (host.settings = given.settings) })],
    });
    const token = await server.signIn();
    const codeOf = async (body: Record<string, unknown>) => (await saveSettings(server, token, body)).code;
    expect(await codeOf({ smtp_server: 'smtp.ours.example' })).toBe(1);
    expect(await codeOf({ smtp_pass: canary })).toBe(1);
    for (const elsewhere of [
      { smtp_server: 'smtp.evil.example' },
      { smtp_server: null },
      { smtp_port: 2525 },
      { smtp_server: 'smtp.evil.example', smtp_pass: '' },
    ]) {
      expect((await saveSettings(server, token, elsewhere)).data).toEqual({
        errors: { smtp_pass: 'Enter the password again, since it would be sent to a different server' },
      });
    }
    expect(await host.settings!('mail')).toMatchObject({ smtp_server: 'smtp.ours.example', smtp_port: 465 });
    expect(await codeOf({ smtp_server: 'smtp.ours.example', smtp_user: 'me' })).toBe(1);
    expect(await codeOf({ smtp_server: 'smtp.new.example', smtp_pass: canary })).toBe(1);
    expect(await codeOf({ smtp_server: 'smtp.other.example', smtp_pass: null })).toBe(1);
    expect(await host.settings!('mail')).toMatchObject({ smtp_server: 'smtp.other.example', smtp_pass: null });
  });

  it('goes on without a secret that was sealed with another key, and says so', async () => {
    const where = await place();
    const first = await serve({ config: { secretKey: '1'.repeat(64) } }, where);
    expect((await saveSettings(first, await first.signIn(), { smtp_user: 'u', smtp_pass: canary })).code).toBe(1);
    await servers.pop()!.close();
    const host: { settings?: PluginHost['settings'] } = {};
    const second = await serve(
      {
        config: { secretKey: '2'.repeat(64) },
        plugins: [definePlugin({ name: 'mailer', start: (given) => void (host.settings = given.settings) })],
      },
      where,
    );
    expect(await host.settings!('mail')).toMatchObject({ smtp_user: 'u', smtp_pass: null });
    expect(second.logged.join('')).toContain('mail.smtp_pass');
  });
});
