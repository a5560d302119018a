import { createServer, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { f, table } from '#resource';
import { definePlugin, sendMail, type MailMessage, type PluginHost } from '#plugin';
import { deliver } from '../../src/server/mail/deliver.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { openMailbox, type Mailbox, type MailboxOptions } from '../support/mailbox.ts';
import { makeLastTry, makeMailDue } from '../support/makeMailDue.ts';
import { startServer, type ServerOptions, type TestServer } from '../support/server.ts';

const edit = '/api/admin/routine.Config/edit';
const test = '/api/admin/routine.Config/test';
const unsettled = /"state":"(?:waiting|running|created|active|retry)"/;
const canary = 'Mail-Canary 5518';
const letter = { to: 'li@there.example', subject: 'Your code', text: 'It is Code-Canary 774.' };

const guest = table('mail_guest', { email: f.email({ required: true }) });
const guests = guest.resource({
  path: 'mail/guest',
  hooks: {
    async afterSave({ row, context }) {
      await context.enqueue(sendMail, { to: String(row.email), subject: 'Welcome', text: 'Hello.' });
      if (row.email === 'nobody@there.example') throw new Error('undone');
    },
  },
});

eachDatabase((_name, _open, place) => {
  const opened: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const each of opened.splice(0).toReversed()) await each.close();
  });
  const mailbox = async (options?: MailboxOptions): Promise<Mailbox> => {
    opened.push(await openMailbox(options));
    return opened.at(-1) as Mailbox;
  };
  async function serve(options: ServerOptions = {}, where?: Place): Promise<{ server: TestServer; host: PluginHost }> {
    let host: PluginHost;
    const plugin = definePlugin({ name: 'mailer', jobs: [sendMail], start: (given) => void (host = given) });
    // What is made due here is announced by nobody.
    const limits = { look: 100 };
    const server = await startServer(where ?? (await place()), { plugins: [plugin], limits, ...options });
    opened.push(server);
    return { server, host: host! };
  }
  async function configure(server: TestServer, settings: Mailbox['settings']): Promise<string> {
    const token = await server.signIn();
    expect((await server.request('POST', edit, { token, body: settings })).json.code).toBe(1);
    return token;
  }
  const queued = async ({ app: { database } }: TestServer): Promise<string> => {
    const from = database.dialect === 'postgres' ? sql`pgboss.job` : sql`queued_job`;
    return JSON.stringify((await sql`SELECT * FROM ${from}`.execute(database.read)).rows);
  };

  const makeDue = async (server: TestServer): Promise<void> => {
    await expect.poll(() => makeMailDue(server)).toBe(1);
  };

  const retryAll = async (server: TestServer, token: string): Promise<void> => {
    const { list } = (await server.request('GET', '/api/admin/routine.failedJob/index', { token })).json.data as {
      list: { id: number }[];
    };
    const body = { ids: list.map(({ id }) => id) };
    expect((await server.request('POST', '/api/admin/routine.failedJob/retry', { token, body })).json.code).toBe(1);
  };

  it.each([true, false])(
    'sends what a plugin gives it, over TLS from the first byte or STARTTLS (%s)',
    async (secure) => {
      const box = await mailbox({ secure });
      const { server, host } = await serve();
      expect(await host.mail.isReady()).toBe(false);
      await configure(server, box.settings);
      expect(await host.mail.isReady()).toBe(true);
      await host.mail.send({
        ...letter,
        subject: '验证码 ✓',
        html: '<p>Code-Canary <b>774</b></p>',
        replyTo: 'us@ours.example',
      });
      await expect.poll(() => box.received.length).toBe(1);
      const [{ from, to, raw, user }] = box.received as [Mailbox['received'][number]];
      expect({ from, to, user }).toEqual({ from: 'office@ours.example', to: ['li@there.example'], user: 'sender' });
      expect(raw).toMatch(/^From: Ai Chat <office@ours\.example>\r$/m);
      expect(raw).toMatch(/^Reply-To: us@ours\.example\r$/m);
      expect(raw).toMatch(/^Message-ID: <[0-9a-f-]{36}@ours\.example>\r$/m);
      expect(raw).toContain(`Subject: =?UTF-8?`);
      expect(raw).toContain('Code-Canary 774');
      expect(raw).toContain('<b>774</b>');
    },
  );

  it('keeps a mail that waits encrypted, and sends it when the server is there again', async () => {
    const box = await mailbox();
    const where = await place();
    const { server, host } = await serve({}, where);
    await configure(server, { ...box.settings, smtp_sender_mail: null });
    await host.mail.send(letter);
    await expect.poll(() => server.logged.join('')).toContain('The mail settings are not filled in');
    expect(await queued(server)).not.toMatch(/Code-Canary|li@there/);
    expect(server.logged.join('')).not.toMatch(/Code-Canary|li@there/);
    expect(box.received).toEqual([]);
    await configure(server, box.settings);
    await makeDue(server);
    await expect.poll(() => box.received.length).toBe(1);
    await expect.poll(() => queued(server)).not.toMatch(unsettled);
  });

  it('is not tried any more once it has come too late, and says so to who has sent it', async () => {
    const now = { value: 1_800_000_000 };
    const box = await mailbox();
    const { server, host } = await serve({ now: () => now.value });
    await configure(server, { ...box.settings, smtp_sender_mail: null });
    const tried: unknown[] = [];
    await host.subscribe('mail-tried', (event) => void tried.push(event));
    await host.mail.send({ ...letter, reference: 'too late', until: now.value + 600 });
    await expect.poll(() => server.logged.join('')).toContain('The mail settings are not filled in');
    now.value += 600;
    await configure(server, box.settings);
    await makeDue(server);
    await expect.poll(() => queued(server)).not.toMatch(unsettled);
    await expect.poll(() => tried).toEqual([{ reference: 'too late', outcome: 'late', answer: '' }]);
    expect(server.logged.join('')).not.toMatch(/Code-Canary|li@there/);
    await host.mail.send({ ...letter, reference: 'in time', until: now.value + 1 });
    await expect.poll(() => tried[1]).toMatchObject({ reference: 'in time', outcome: 'sent' });
    expect(box.received).toHaveLength(1);
  });

  it('gives up at once what a server refuses for good, and names neither the address nor the text', async () => {
    let refusals = 0;
    const box = await mailbox({
      onRcptTo({ address }, _session, done) {
        if (!address.startsWith('gone')) return done();
        refusals += 1;
        done(Object.assign(new Error(`no such user ${address}`), { responseCode: 550 }));
      },
    });
    const { server, host } = await serve();
    await configure(server, box.settings);
    await host.mail.send({ ...letter, to: 'gone@there.example' });
    await expect.poll(() => server.logged.join('')).toContain('is not tried again');
    await expect.poll(() => queued(server)).not.toMatch(unsettled);
    expect(refusals).toBe(1);
    expect(server.logged.join('')).toContain('no such user ***');
    expect(server.logged.join('')).not.toContain('gone@there');
  });

  it('goes to several at once, again to whom it could not yet be given to, and not to who is refused', async () => {
    const tries: string[] = [];
    const box = await mailbox({
      onRcptTo({ address }, _session, done) {
        tries.push(address);
        const isLate = address.startsWith('late') && tries.filter((each) => each === address).length === 1;
        if (address.startsWith('gone') || isLate)
          return done(Object.assign(new Error(`not ${address}`), { responseCode: isLate ? 450 : 550 }));
        done();
      },
    });
    const { server, host } = await serve();
    await configure(server, box.settings);
    const team = ['ann', 'late', 'gone', 'bob'].map((name) => `${name}@there.example`);
    await host.mail.send({ ...letter, to: team });
    await expect.poll(() => box.received.length).toBe(1);
    expect(box.received[0]!.to).toEqual(['ann@there.example', 'bob@there.example']);
    await expect.poll(() => server.logged.join('')).toContain('refused for 1 of its recipients');
    expect(server.logged.join('')).not.toMatch(/gone@there|late@there/);
    await makeDue(server);
    await expect.poll(() => box.received.length).toBe(2);
    expect(box.received[1]!.to).toEqual(['late@there.example']);
    expect(tries.filter((each) => each.startsWith('gone'))).toHaveLength(1);
  });

  it('may be as large as a report with its tables', async () => {
    const box = await mailbox();
    const { server, host } = await serve();
    await configure(server, box.settings);
    await host.mail.send({ ...letter, html: `<p>${'<b>report</b>'.repeat(70_000)}</p>` });
    await expect.poll(() => box.received.length).toBe(1);
    expect(box.received[0]!.raw.length).toBeGreaterThan(900_000);
  });

  it('that was given up is sent when somebody tries it again', async () => {
    const box = await mailbox();
    const { server, host } = await serve();
    const token = await configure(server, { ...box.settings, smtp_sender_mail: null });
    const outcomes: unknown[] = [];
    await host.subscribe('mail-tried', (tried) => void outcomes.push(tried));
    await host.mail.send({ ...letter, html: 'x'.repeat(100_000), reference: 'one' });
    await expect.poll(() => server.logged.join('')).toContain('The mail settings are not filled in');
    expect(outcomes).toEqual([]);
    await expect.poll(() => makeLastTry(server)).toBe(1);
    await expect.poll(() => server.app.jobs.dead()).toHaveLength(1);
    // No mail server was asked, so none has an answer.
    await expect.poll(() => outcomes).toEqual([{ reference: 'one', outcome: 'refused', answer: '' }]);
    await configure(server, box.settings);
    await retryAll(server, token);
    await expect.poll(() => box.received.length).toBe(1);
  });

  it('tells the last try from others, and goes by the same name when somebody tries it again', async () => {
    let isOpen = false;
    const names: string[] = [];
    const box = await mailbox({
      onData(stream, _session, done) {
        const receive = async (): Promise<void> => {
          names.push(/^Message-ID: (\S+)/m.exec(await text(stream))![1]!);
          if (isOpen) done(null, 'queued');
          else done(Object.assign(new Error('later'), { responseCode: 451 }));
        };
        void receive();
      },
    });
    const { server, host } = await serve();
    const token = await configure(server, box.settings);
    const outcomes: string[] = [];
    await host.subscribe('mail-tried', ({ outcome, answer }) => {
      outcomes.push(outcome === 'refused' ? `${outcome}: ${/451 .*/.exec(answer)?.[0]}` : outcome);
    });
    await host.mail.send({ ...letter, reference: 'one' });
    await expect.poll(() => outcomes[0]).toBe('waiting');
    await expect.poll(() => makeLastTry(server)).toBe(1);
    await expect.poll(() => outcomes).toEqual(['waiting', 'refused: 451 later']);
    await expect.poll(() => server.app.jobs.dead()).toHaveLength(1);
    isOpen = true;
    await retryAll(server, token);
    await expect.poll(() => outcomes.at(-1)).toBe('sent');
    expect(new Set(names).size).toBe(1);
    expect(names.length).toBeGreaterThanOrEqual(3);
  });

  it('goes out with the transaction that wanted it, and not without', async () => {
    const box = await mailbox();
    const { server } = await serve({ resources: [guests] });
    await configure(server, box.settings);
    const rows = server.app.gate.rowsOf(server.app.gate.modelOf('mail_guest'));
    await expect(rows.add({ email: 'nobody@there.example' })).rejects.toThrow();
    await rows.add({ email: 'new@there.example' });
    await expect.poll(() => box.received.length).toBe(1);
    expect(box.received[0]!.to).toEqual(['new@there.example']);
  });

  it.each([
    ['u@x.example\r\nBcc: v@y.example', 'validate:email'],
    ['u@x.example, v@y.example', 'validate:email'],
    ['Li <u@x.example>', 'validate:email'],
    ['<u@x.example>', 'validate:email'],
    ['', 'validate:required'],
    [['u@x.example', 'Li <v@y.example>'], 'validate:email'],
    [['u@x.example', ['v@y.example']], 'validate:email'],
    [[], 'validate:required'],
    [Array.from({ length: 51 }, (_, at) => `u${at}@x.example`), 'validate:tooMany'],
  ])('refuses to write to %j', async (to, key) => {
    const { server, host } = await serve();
    await expect(host.mail.send({ ...letter, to } as MailMessage)).rejects.toMatchObject({ errors: { to: { key } } });
    expect(await queued(server)).toBe('[]');
  });

  it('names what a plugin has got wrong', async () => {
    const { host } = await serve();
    const failure = async (change: object): Promise<string> =>
      host.mail.send({ ...letter, ...change }).then(
        () => '',
        (error: Error) => error.message,
      );
    expect(await failure({ subject: 'a\r\nBcc: v@y.example' })).toBe('A mail needs a subject of one line.');
    expect(await failure({ subject: 'x'.repeat(501) })).toContain('at most 500 characters');
    expect(await failure({ text: undefined })).toContain('as text or as html');
    expect(await failure({ html: 'x'.repeat(1_000_000) })).toMatch(/too large: at most 1000000 bytes/);
    expect(await failure({ html: '€'.repeat(333_000) })).toBe('');
  });

  it('says to a plugin that does not list the job what to write', async () => {
    let host: PluginHost;
    await serve({ plugins: [definePlugin({ name: 'forgetful', start: (given) => void (host = given) })] });
    await expect(host!.mail.send(letter)).rejects.toThrow('The job "mail" is not in the list "jobs" of any plugin.');
  });

  it('tries the settings of the form, unsaved, and shows what the server has answered', async () => {
    const box = await mailbox();
    const { server } = await serve({ plugins: [] });
    const token = await server.signIn();
    const ask = async (body: Record<string, unknown>) => (await server.request('POST', test, { token, body })).json;
    const values = { test_mail: 'me@there.example' };
    expect(await ask({ group: 'mail', settings: {}, values })).toMatchObject({
      data: { passed: false, message: 'Enter the SMTP server and the sender first' },
    });
    expect(await ask({ group: 'mail', settings: box.settings, values })).toMatchObject({
      code: 1,
      data: { passed: true, message: expect.stringMatching(/Its answer: 250 .*queued as 1A2B3C/) },
    });
    expect(box.received.map(({ to }) => to)).toEqual([['me@there.example']]);
    const wrong = await ask({ group: 'mail', settings: { ...box.settings, smtp_pass: 'Other-Canary' }, values });
    expect(wrong.data).toMatchObject({
      passed: false,
      message: expect.stringMatching(/535 Bad credentials sender \*\*\*/),
    });
    const { list } = (await server.request('GET', '/api/admin/routine.Config/index', { token })).json.data as {
      list: Record<string, { row: object; test?: { label: string; form: { fields: object } } }>;
    };
    expect(list['mail']!.row).toMatchObject({ smtp_server: null, version: 1 });
    expect(list['mail']!.test).toMatchObject({
      label: 'Send test email',
      form: { fields: { test_mail: { kind: 'email' } } },
    });
    expect(list['basics']!.test).toBeUndefined();
    expect(server.logged.join('')).not.toMatch(/-Canary/);
  });

  it('names the fields that are wrong, of the settings and of the test, and sends nothing', async () => {
    const box = await mailbox();
    const { server } = await serve({ plugins: [] });
    const token = await configure(server, box.settings);
    const errors = async (settings: object, values: object) =>
      (
        (await server.request('POST', test, { token, body: { group: 'mail', settings, values } })).json.data as {
          errors?: unknown;
        }
      ).errors;
    const values = { test_mail: 'me@there.example' };
    expect(await errors({ smtp_port: 70_000 }, values)).toEqual({ smtp_port: 'Must be at most 65535' });
    expect(await errors({}, {})).toEqual({ test_mail: 'This field is required' });
    expect(await errors({}, { test_mail: 'a@b.example\r\nBcc: c@d.example' })).toHaveProperty('test_mail');
    expect(await errors({}, { ...values, more: 1 })).toHaveProperty('more');
    // The stored password must not go to a server that whoever tests has just made up.
    expect(await errors({ smtp_server: 'smtp.evil.example' }, values)).toEqual({
      smtp_pass: 'Enter the password again, since it would be sent to a different server',
    });
    expect(box.received).toEqual([]);
    for (const group of ['toString', { toString: 1, valueOf: 1 }])
      expect((await server.request('POST', test, { token, body: { group } })).json.code).toBe(0);
    const none = await server.request('POST', test, { token, body: { group: 'basics', settings: {}, values: {} } });
    expect(none.json).toMatchObject({ code: 0, msg: "These settings can't be tested" });
  });

  it('is for those only who may change settings, and not for ever', async () => {
    const box = await mailbox();
    const { server } = await serve({ plugins: [], now: () => 1_800_000_000 });
    const { gate } = server.app;
    await configure(server, box.settings);
    const rules = await gate.rows('admin_rule').list({ name: { in: ['routine/config', 'routine/config/index'] } });
    const { id } = await gate
      .rows('admin_group')
      .add({ name: 'Readers', pid: 1, rule_ids: rules.map((rule) => rule.id) });
    await gate.rows('admin').add({ username: 'reader', nickname: 'R', password: 'Person-1', group_ids: [id] });
    const reader = await server.signIn('reader', 'Person-1');
    const body = { group: 'mail', settings: {}, values: { test_mail: 'me@there.example' } };
    expect((await server.request('POST', test, { token: reader, body })).json.code).toBe(401);
    const shown = (await server.request('GET', '/api/admin/routine.Config/index', { token: reader })).json.data;
    expect((shown['list'] as { mail: object }).mail).not.toHaveProperty('test');
    const token = await server.signIn();
    const statuses: number[] = [];
    for (let turn = 0; turn < 11; turn += 1)
      statuses.push((await server.request('POST', test, { token, body })).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    expect(box.received).toHaveLength(10);
  });

  it('takes the test as clients of the protocol send it', async () => {
    const box = await mailbox();
    const { server } = await serve({ plugins: [] });
    const token = await server.signIn();
    const ask = async (body: Record<string, unknown>) =>
      (await server.request('POST', '/api/admin/routine.Config/sendTestMail', { token, body })).json;
    expect(await ask({ ...box.settings, testMail: 'me@there.example' })).toMatchObject({
      code: 1,
      msg: 'Test email sent',
    });
    expect(box.received).toHaveLength(1);
    expect(await ask({ ...box.settings, smtp_user: 'other', testMail: 'me@there.example' })).toMatchObject({
      code: 0,
      msg: expect.stringContaining('535'),
    });
  });

  it('never sends in the open: not to a server without STARTTLS', async () => {
    const box = await mailbox({ plain: true });
    const { server } = await serve({ plugins: [] });
    const token = await server.signIn();
    const body = { group: 'mail', settings: box.settings, values: { test_mail: 'me@there.example' } };
    expect((await server.request('POST', test, { token, body })).json.data).toMatchObject({ passed: false });
    expect(box.received).toEqual([]);
  });
});

it('waits for no server that says nothing', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const server = { host: '127.0.0.1', port, user: null, password: null } as const;
  const given = { from: { name: '', address: 'a@b.example' }, to: ['c@d.example'], subject: 'x', text: 'x' };
  for (const security of ['SSL', 'TLS'] as const)
    await expect(
      deliver({ ...server, security }, given, { connection: 50, greeting: 50, socket: 50 }),
    ).rejects.toMatchObject({ name: 'MailRefused', isFinal: false });
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => silent.close(resolve));
});

it('gives up a server that goes on and on with what it says, and leaves no line open', async () => {
  const sockets = new Set<Socket>();
  const endless = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.write('220 ready\r\n');
    socket.once('data', () => {
      const talking = setInterval(() => socket.write('250-one more\r\n'), 20);
      socket.on('close', () => clearInterval(talking));
    });
  });
  await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve));
  const { port } = endless.address() as AddressInfo;
  await expect(
    deliver(
      { host: '127.0.0.1', port, user: null, password: null, security: 'TLS' },
      { from: { name: '', address: 'a@b.example' }, to: ['c@d.example'], subject: 'x', text: 'x' },
      { whole: 300 },
    ),
  ).rejects.toMatchObject({ name: 'MailRefused', isFinal: false });
  await expect.poll(() => sockets.size).toBe(0);
  await new Promise((resolve) => endless.close(resolve));
});

it('does not hand on what a server repeats: the password in any form, the address, line breaks', async () => {
  const box = await openMailbox({
    onRcptTo: ({ address }, _session, done) =>
      done(
        Object.assign(
          new Error(`${address} ${Buffer.from(`\0sender\0${canary}`).toString('base64')} ${canary}\u001B[31m`),
          { responseCode: 450 },
        ),
      ),
  });
  const error = await deliver(
    { host: 'localhost', port: box.port, security: 'TLS', user: 'sender', password: canary },
    { from: { name: '', address: 'a@b.example' }, to: ['c@d.example'], subject: 'x', text: 'x' },
  ).catch((failure: unknown) => failure);
  expect(error).toMatchObject({ isFinal: false });
  expect((error as Error).message).toMatch(/450 \*\*\* \*\*\* \*\*\*/);
  expect((error as Error).message).not.toMatch(/Canary|c@d/);
  expect((error as Error).message).not.toContain('\u001B');
  await box.close();
});

it.each([450, 550])(
  'does not hand on the codes and links of a mail that a server repeats with its %i',
  async (responseCode) => {
    const link = 'https://ours.example/reset#9fQ-2kLmN_8sTu4vWx';
    const box = await openMailbox({
      onData(stream, _session, done) {
        const refuse = async (): Promise<void> => {
          const [, subject] = /^Subject: (.+)$/m.exec(await text(stream))!;
          done(Object.assign(new Error(`Spam 2041: ${subject!.trim()} 482913 ${link}`), { responseCode }));
        };
        void refuse();
      },
    });
    const letters = [
      { subject: '482913 is your code', text: `It is 482913, or ${link}` },
      { subject: '验证码：482913', text: `482913 ${link}` },
      {
        subject: '您在本站的验证码是这六位数字：482913，请勿告诉任何人',
        html: `<b>482913</b> <a href="${link}">link</a>`,
      },
    ];
    for (const given of letters) {
      const error = await deliver(
        { host: 'localhost', port: box.port, security: 'TLS', user: 'sender', password: canary },
        { from: { name: '', address: 'a@b.example' }, to: ['c@d.example'], ...given },
      ).catch((failure: unknown) => failure);
      expect((error as Error).message).toContain(`${responseCode} Spam 2041: ***`);
      expect((error as Error).message).not.toMatch(/482913|9fQ-2kLmN|=\?/);
    }
    await box.close();
  },
);
