import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { f, table } from '#resource';
import { definePlugin, sendMail, type PluginHost } from '#plugin';
import { readConfig } from '../../src/server/config/readConfig.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { openMailbox } from '../support/mailbox.ts';
import { password, startServer, type TestServer } from '../support/server.ts';
import { codeOf } from '../support/twoStep.ts';

const person = table('renewed_person', {
  name: f.text(),
  id_number: f.text({ encrypted: true }),
  note: f.text({ encrypted: true }),
});
const entry = table('renewed_entry', { text: f.text({ encrypted: true }) });
declare module '#resource' {
  interface Tables {
    renewed_person: typeof person;
    renewed_entry: typeof entry;
  }
}
const resources = [person.resource({ traits: { trash: true } }), entry.resource({ appendOnly: true })];
const newKey = (): string => randomBytes(32).toString('hex');

eachDatabase((_name, _open, place) => {
  const servers: TestServer[] = [];
  const end = () => Promise.all(servers.splice(0).map((server) => server.close()));
  afterEach(end);
  const start = async (where: Place, secretKey: string, formerSecretKeys?: readonly string[], now?: () => number) => {
    await end();
    let host!: PluginHost;
    const plugin = definePlugin({ name: 'keys', jobs: [sendMail], start: (given) => void (host = given) });
    const config = { secretKey, formerSecretKeys };
    // What is made due here is announced by nobody.
    const server = await startServer(where, {
      config,
      resources,
      plugins: [plugin],
      limits: { look: 100 },
      ...(now && { now }),
    });
    servers.push(server);
    const raw = async (of: string) =>
      (await sql<Record<string, unknown>>`SELECT * FROM ${sql.table(of)} ORDER BY id`.execute(server.app.database.read))
        .rows;
    return { server, host, raw };
  };

  it('keeps second steps of the sign-in when the key changes', async () => {
    const where = await place();
    const [old, current] = [newKey(), newKey()];
    // The code of a moment is good for a minute: none passes, however long the starts take.
    const now = 1_800_000_000;
    const clock = (): number => now;
    const first = await start(where, old, undefined, clock);
    const token = await first.server.signIn();
    const post = async (name: string, body: Record<string, unknown>) =>
      (await first.server.request('POST', `/api/admin/routine.AdminInfo/twoStep${name}`, { token, body })).json;
    const secret = (await post('Begin', { password })).data['secret'] as string;
    expect((await post('Enable', { code: codeOf(secret, now) })).code).toBe(1);
    const [before] = await first.raw('two_step');
    const second = await start(where, current, [old], clock);
    expect((await second.raw('two_step'))[0]!['secret']).not.toBe(before!['secret']);
    const { server } = await start(where, current, undefined, clock);
    const body = { username: 'admin', password, code: codeOf(secret, now + 30) };
    expect((await server.request('POST', '/api/admin/Index/login', { body })).json.code).toBe(1);
  });

  it('encrypts with the new key at the start what older ones have encrypted, and reads it meanwhile', async () => {
    const where = await place();
    const [oldest, old, current] = [newKey(), newKey(), newKey()];
    const first = await start(where, oldest);
    const people = first.server.app.gate.rows('renewed_person');
    await Promise.all(
      Array.from({ length: 230 }, (_, at) => people.add({ name: `p${at}`, id_number: `number ${at}` })),
    );
    const [gone] = await people.list({ name: 'p7' });
    await people.del([gone!.id]);
    await first.server.app.gate.rows('renewed_entry').add({ text: 'for ever' });
    const token = await first.server.signIn();
    const secret = { smtp_server: 'mail.example', smtp_pass: 'Canary 55' };
    const saved = await first.server.request('POST', '/api/admin/routine.Config/edit', { token, body: secret });
    expect(saved.json.code).toBe(1);
    const before = await first.raw('renewed_person');

    const second = await start(where, old, [oldest]);
    await second.server.app.gate.rows('renewed_person').add({ name: 'late', id_number: 'of the second key' });
    const third = await start(where, current, [old, oldest]);
    expect((await third.host.settings('mail')).smtp_pass).toBe('Canary 55');
    const after = await third.raw('renewed_person');
    // Nobody has changed the rows.
    const rest = (row: Record<string, unknown>) => ({ ...row, id_number: '' });
    expect(after.slice(0, 230).map(rest)).toEqual(before.map(rest));
    expect(after.filter(({ id_number }, at) => id_number === before[at]?.['id_number'])).toEqual([]);

    // From now on the new key alone opens everything.
    const { server, host } = await start(where, current);
    const numbers = await server.app.gate.rows('renewed_person').list({}, { sort: 'id', limit: 300 });
    expect(numbers.map(({ id_number }) => id_number).filter((each) => each === null)).toEqual([]);
    expect(numbers).toHaveLength(230);
    expect(numbers.at(-1)).toMatchObject({ id_number: 'of the second key', note: null });
    const { list } = (
      await server.request('GET', '/api/admin/renewed_person/index?trash=1', { token: await server.signIn() })
    ).json.data as { list: object[] };
    expect(list).toMatchObject([{ name: 'p7', id_number: 'number 7' }]);
    expect(await server.app.gate.rows('renewed_entry').list()).toMatchObject([{ text: 'for ever' }]);
    expect((await host.settings('mail')).smtp_pass).toBe('Canary 55');
    // Rows that are only ever added are so again.
    const change = server.app.database.write(async ({ db }) => {
      await sql`UPDATE renewed_entry SET text = 'x'`.execute(db);
    });
    await expect(change).rejects.toThrow('only ever added');
  });

  it('encrypts anew mails that wait and mails that were given up, which then go out with the new key alone', async () => {
    const where = await place();
    const [old, current] = [newKey(), newKey()];
    const box = await openMailbox();
    const first = await start(where, old);
    const token = await first.server.signIn();
    const saved = await first.server.request('POST', '/api/admin/routine.Config/edit', { token, body: box.settings });
    expect(saved.json.code).toBe(1);
    const isPostgres = first.server.app.database.dialect === 'postgres';
    const queue = isPostgres ? sql`pgboss.job` : sql`queued_job`;
    const due = isPostgres ? sql`start_after = now()` : sql`due = 0`;
    for (const subject of ['Waiting', 'Given up'])
      await first.host.mail.send({ to: 'li@there.example', subject, text: subject }, { delay: 3600 });
    // The second was tried often enough: it stands where administrators see it.
    const { rows } = await sql<{ id: string; data: string }>`SELECT id, CAST(data AS text) AS data FROM ${queue}
      WHERE name = 'mail' ORDER BY ${isPostgres ? sql`created_on` : sql`id`}`.execute(first.server.app.database.read);
    const [, last] = rows as [unknown, { id: string; data: string }];
    const { data } = JSON.parse(last.data) as { data: string };
    await first.server.app.gate.rows('failed_job').add({ job: 'mail', job_id: 'given up', data });
    await first.server.app.database.write(async ({ db }) => {
      await sql`DELETE FROM ${queue} WHERE id = ${last.id}`.execute(db);
    });

    await start(where, current, [old]);
    const third = await start(where, current);
    await third.server.app.database.write(async ({ db }) => {
      await sql`UPDATE ${queue} SET ${due} WHERE name = 'mail'`.execute(db);
    });
    const [failed] = await third.server.app.gate.rows('failed_job').list({ job_id: 'given up' });
    const retried = await third.server.request('POST', '/api/admin/routine.failedJob/retry', {
      token: await third.server.signIn(),
      body: { ids: [failed!.id] },
    });
    expect(retried.json.code).toBe(1);
    await expect
      .poll(() => new Set(box.received.map(({ raw }) => /^Subject: (.*)\r$/m.exec(raw)?.[1])))
      .toEqual(new Set(['Given up', 'Waiting']));
    await box.close();
  });

  it('leaves alone what none of the keys opens', async () => {
    const where = await place();
    const first = await start(where, newKey());
    await first.server.app.gate.rows('renewed_person').add({ name: 'Ann', id_number: 'lost' });
    const [before] = await first.raw('renewed_person');
    const second = await start(where, newKey(), [newKey()]);
    expect(await second.raw('renewed_person')).toEqual([before]);
    expect(await second.server.app.gate.rows('renewed_person').list()).toMatchObject([{ id_number: null }]);
  });
});

it('takes several older keys, and refuses what is none without repeating it', () => {
  const keys = [newKey(), newKey()];
  expect(readConfig({ SECRET_KEY_OLD: keys.join(', ') }, '/').formerSecretKeys).toEqual(keys);
  expect(() => readConfig({ SECRET_KEY_OLD: 'Canary-key' }, '/')).toThrow(
    expect.objectContaining({
      key: 'start:wrongVariable',
      params: expect.not.objectContaining({ value: 'Canary-key' }),
    }),
  );
});
