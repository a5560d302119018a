import { createHash, createHmac } from 'node:crypto';
import { expect } from 'vitest';
import { loopback, makeLastTry, makeMailDue, openMailbox, testPlugin } from '#test';
import { member } from '../server.ts';
import { clearCodes, forgetMessages } from '../server/codes/outbox.ts';
import { books } from './books.ts';
import { openGateway, type Came } from './gateway.ts';
import { configure, openCentre, outbox, password, Person, registration } from './people.ts';

const now = { value: 1_800_000_000 };
const options = { config: { trustProxy: '127.0.0.1' as const, fetchPrivate: [loopback] }, now: () => now.value };
const minutesLater = (minutes: number): void => void (now.value += minutes * 61);

const sms = { template_code: 'user_register' };

testPlugin(
  'codes leave by mail, in both languages and as somebody has written them, and hide in the outbox',
  [member()],
  async (server) => {
    await openCentre(server);
    const mailbox = await openMailbox();
    await configure(server, mailbox.settings);
    await configure(server, { site_name: 'Tea & Co' });
    const ann = new Person(server, '203.0.113.1');
    // Text messages are not set up: they are not offered.
    expect((await ann.get('/user/checkIn')).data).toMatchObject({
      accountVerificationType: ['email'],
      keepsCodes: false,
    });
    expect(
      (await ann.solved('member.code', '/Sms/send', { ...sms, mobile: '13800138000' })).data.errors,
    ).toHaveProperty('mobile');
    const ask = { email: 'ann@example.com', event: 'user_register' };
    expect(await ann.post('/Ems/send', ask)).toMatchObject({ code: 0, data: { captcha: true, needed: true } });
    expect(await ann.solved('member.register', '/Ems/send', ask)).toMatchObject({ code: 0, data: { captcha: true } });
    expect(await ann.solved('member.code', '/Ems/send', ask)).toMatchObject({ code: 1, data: null });
    await expect.poll(() => mailbox.received.length).toBe(1);
    const [mail] = mailbox.received;
    expect(mail!.to).toEqual(['ann@example.com']);
    const code = /^Subject: (\d{6}) is your code for Tea & Co/m.exec(mail!.raw)?.[1];
    expect(code).toMatch(/^\d{6}$/);
    expect(mail!.raw).toContain('multipart/alternative');
    expect(mail!.raw).toContain('Tea &#38; Co');
    await expect.poll(async () => (await outbox(server, 'ann@example.com'))[0]?.state).toBe('sent');
    const [kept] = await outbox(server, 'ann@example.com');
    expect(kept).toMatchObject({
      channel: 'email',
      event: 'user_register',
      answer: expect.stringMatching(/^250 /) as string,
    });
    expect(JSON.stringify(kept)).not.toContain(code!);
    expect(server.logged.join('\n')).not.toContain(code!);

    // One a minute for an address, six an hour, whoever asks; what does not leave uses up nothing.
    expect((await new Person(server, '203.0.113.2').solved('member.code', '/Ems/send', ask)).code).toBe(0);
    const templates = server.app.gate.rows('user_template');
    const [template] = await templates.list({ event: 'user_register' });
    const admin = await server.signIn();
    const edited = await server.request('POST', '/api/admin/user.template/edit', {
      token: admin,
      body: { id: template!.id, subject_zh: '【{site}】{code}', html_zh: '' },
    });
    expect(edited.json.code).toBe(1);
    // What would go out as it is, or not at all, is refused at its field.
    for (const [change, field] of [
      [{ subject_en: 'Hello {name}' }, 'subject_en'],
      [{ text_en: 'Hello, no code' }, 'text_en'],
      [{ html_zh: '<p>没有</p>' }, 'html_zh'],
      [{ sms_en: '{Code}' }, 'sms_en'],
    ] as const) {
      const refused = await server.request('POST', '/api/admin/user.template/edit', {
        token: admin,
        body: { id: template!.id, ...change },
      });
      expect(Object.keys(refused.json.data['errors'] as object), field).toEqual([field]);
      // It was refused, so nothing of it goes out.
      expect(JSON.stringify(refused.json)).not.toContain('sent as is');
    }
    const restore = '/api/admin/user.template/restoreTexts';
    expect((await server.request('POST', restore, { token: admin, body: { ids: [template!.id] } })).json.code).toBe(1);
    expect(await templates.get(template!.id)).toMatchObject({ subject_zh: '{site} 验证码：{code}' });
    minutesLater(1);
    const captcha = await ann.solved('member.code', '/Ems/send', ask);
    expect(captcha.code).toBe(1);
    await expect.poll(() => mailbox.received.length).toBe(2);
    for (let times = 0; times < 4; times += 1) {
      minutesLater(1);
      expect((await new Person(server, `203.0.113.${10 + times}`).solved('member.code', '/Ems/send', ask)).code).toBe(
        1,
      );
    }
    minutesLater(1);
    expect(await new Person(server, '203.0.113.20').solved('member.code', '/Ems/send', ask)).toMatchObject({ code: 0 });
    await expect.poll(() => mailbox.received.length).toBe(6);
    // What is no event of this kind, or of a member only.
    for (const [body, field] of [
      [{ ...ask, event: 'user_change_mobile' }, 'event'],
      [{ ...ask, event: 'toString' }, 'event'],
      [{ ...ask, email: 'no address' }, 'email'],
    ] as const)
      expect((await ann.solved('member.code', '/Ems/send', body)).data.errors).toHaveProperty(field);
    expect((await ann.solved('member.code', '/Ems/send', { ...ask, event: 'user_change_email' })).code).toBe(302);
    // The budget of the whole site is spent, by those five: the entry says why.
    await configure(server, { mail_per_hour: 5 });
    expect((await ann.solved('member.code', '/Ems/send', { ...ask, email: 'one@example.com' })).code).toBe(1);
    const entries = () => outbox(server, 'one@example.com');
    await expect.poll(async () => (await entries())[0]?.state).toBe('failed');
    const [spent] = await entries();
    expect(spent!.answer).toContain('每小时最多发送 5 条');
    expect(spent!.answer_en).toContain('The 5 messages that may leave in an hour');
    // Only super administrators read the outbox.
    expect(
      (await server.request('GET', '/api/admin/user.outbox/index', { token: admin })).json.data['total'],
    ).toBeGreaterThan(5);
    await mailbox.close();
  },
  options,
);

testPlugin(
  'a code that could not be sent while it was good is not sent any more, and the outbox says so',
  [member()],
  async (server) => {
    await openCentre(server);
    let isAway = true;
    const mailbox = await openMailbox({
      onRcptTo: (_address, _session, done) =>
        done(isAway ? Object.assign(new Error('come back later'), { responseCode: 451 }) : null),
    });
    await configure(server, mailbox.settings);
    const late = new Person(server, '203.0.113.50');
    const ask = { email: 'late@example.com', event: 'user_register' };
    expect((await late.solved('member.code', '/Ems/send', ask)).code).toBe(1);
    const entry = async () => (await outbox(server, ask.email))[0];
    await expect.poll(async () => (await entry())?.answer).toContain('come back later');
    expect((await entry())?.state).toBe('queued');
    isAway = false;
    minutesLater(10);
    await expect.poll(() => makeMailDue(server)).toBe(1);
    await expect.poll(async () => (await entry())?.state).toBe('failed');
    expect(await entry()).toMatchObject({
      answer: expect.stringContaining('验证码已过期') as string,
      answer_en: expect.stringContaining('the code had expired') as string,
    });
    expect(mailbox.received).toEqual([]);
    await mailbox.close();
  },
  { ...options, limits: { look: 100 } },
);

testPlugin(
  'a mail that was given up before any mail server was asked is failed in the outbox, too',
  [member()],
  async (server) => {
    await openCentre(server);
    const mailbox = await openMailbox({
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error('come back later'), { responseCode: 451 })),
    });
    await configure(server, mailbox.settings);
    const ask = { email: 'unset@example.com', event: 'user_register' };
    expect((await new Person(server, '203.0.113.51').solved('member.code', '/Ems/send', ask)).code).toBe(1);
    const entry = async () => (await outbox(server, ask.email))[0];
    await expect.poll(async () => (await entry())?.state).toBe('queued');
    await expect.poll(async () => (await entry())?.answer).toContain('come back later');
    await configure(server, { ...mailbox.settings, smtp_sender_mail: null });
    await expect.poll(() => makeLastTry(server)).toBe(1);
    await expect
      .poll(entry)
      .toMatchObject({
        state: 'failed',
        answer: '已放弃发送，原因见失败任务',
        answer_en: expect.stringContaining('given up') as string,
      });
    await mailbox.close();
  },
  { ...options, limits: { look: 100 } },
);

testPlugin(
  'text messages leave by any gateway that speaks HTTP',
  [member()],
  async (server) => {
    await openCentre(server);
    const said = { status: 200, body: '{"ok":true}' };
    const gateway = await openGateway(() => said);
    const settings = {
      sms_gateway: 'http',
      sms_url: `${gateway.address}/send?to={mobile}`,
      sms_headers: [
        { key: 'Content-Type', value: 'application/json' },
        { key: 'X-Key', value: '{key}' },
      ],
      sms_body: '{"to":"{mobile}","text":"{text}"}',
      sms_key: 'Sms-Canary 77',
      sms_success: '"ok":true',
    };
    await configure(server, settings);
    await configure(server, { site_name: 'A "quoted" site' });
    const admin = await server.signIn();
    const ann = new Person(server, '203.0.113.1');
    expect((await ann.get('/user/checkIn')).data['accountVerificationType']).toEqual(['mobile']);
    expect((await ann.solved('member.code', '/Sms/send', { ...sms, mobile: '13800138000' })).code).toBe(1);
    await expect.poll(async () => (await outbox(server, '13800138000'))[0]?.state).toBe('sent');
    const [first] = gateway.came;
    expect([first!.method, first!.url.searchParams.get('to'), first!.headers['x-key']]).toEqual([
      'POST',
      '13800138000',
      'Sms-Canary 77',
    ]);
    const sent = JSON.parse(first!.body) as { to: string; text: string };
    expect(sent).toMatchObject({ to: '13800138000' });
    const code = /\d{6}/.exec(sent.text)![0];
    const [kept] = await outbox(server, '13800138000');
    expect(kept).toMatchObject({ channel: 'mobile', state: 'sent', answer: '200 {"ok":true}' });
    expect(JSON.stringify(kept)).not.toContain(code);
    // It is the code that lets them register.
    const form = {
      tab: 'register',
      username: 'ann',
      password,
      registerType: 'mobile',
      mobile: '13800138000',
      captcha: code,
    };
    expect(await ann.post('/user/checkIn', form)).toMatchObject({
      code: 1,
      data: { userInfo: { mobile: '13800138000', email: '' } },
    });
    // A refusal is in the outbox, without what is secret; the test of the settings says it.
    said.body = `{"ok":false,"key":"Sms-Canary 77"}`;
    minutesLater(1);
    expect((await ann.post('/user/logout')).code).toBe(1);
    await ann.solved('member.code', '/Sms/send', { ...sms, mobile: '13900139000' });
    await expect
      .poll(async () => (await outbox(server, '13900139000'))[0])
      .toMatchObject({ state: 'failed', answer: '200 {"ok":false,"key":"***"}' });
    expect(JSON.stringify(await outbox(server, '13900139000'))).not.toContain('Sms-Canary');
    const test = async () =>
      (
        await server.request('POST', '/api/admin/routine.Config/test', {
          token: admin,
          body: { group: 'sms', settings: {}, values: { test_mobile: '13900139000' } },
        })
      ).json.data;
    const refused = await test();
    expect(refused).toMatchObject({ passed: false, message: expect.stringContaining('refused') as string });
    expect(JSON.stringify(refused)).not.toContain('Sms-Canary');
    said.body = '{"ok":true}';
    expect(await test()).toMatchObject({ passed: true, message: expect.stringContaining('{"ok":true}') as string });
    // Whoever sends the messages elsewhere types the key again.
    const elsewhere = await server.request('POST', '/api/admin/routine.Config/edit', {
      token: admin,
      body: { sms_url: 'https://elsewhere.example/{mobile}' },
    });
    expect(elsewhere.json.data['errors']).toHaveProperty('sms_key');
    await gateway.close();
  },
  options,
);

testPlugin(
  "text messages leave by Alibaba's gateway, signed as it checks them",
  [member()],
  async (server) => {
    await openCentre(server);
    const gateway = await openGateway((came) => ({
      body: JSON.stringify(
        isSigned(came, 'Ali-Canary 5') ? { Code: 'OK', BizId: '7' } : { Code: 'SignatureDoesNotMatch' },
      ),
    }));
    const settings = {
      sms_gateway: 'aliyun',
      aliyun_endpoint: gateway.address,
      aliyun_key_id: 'LTAI-id',
      aliyun_key_secret: 'Ali-Canary 5',
      aliyun_sign_name: '阿里云(测试)*',
      aliyun_templates: [{ key: 'user_register', value: 'SMS_15305' }],
    };
    await configure(server, settings);
    const ann = new Person(server, '203.0.113.1');
    await ann.solved('member.code', '/Sms/send', { ...sms, mobile: '13800138000' });
    await expect.poll(async () => (await outbox(server, '13800138000'))[0]).toMatchObject({ state: 'sent' });
    const query = Object.fromEntries(gateway.came[0]!.url.searchParams);
    expect(query).toMatchObject({ PhoneNumbers: '13800138000', SignName: '阿里云(测试)*', TemplateCode: 'SMS_15305' });
    expect(JSON.parse(query['TemplateParam']!)).toEqual({ code: expect.stringMatching(/^\d{6}$/) as string });
    expect(gateway.came[0]!.headers['x-acs-action']).toBe('SendSms');
    // There is no template for it.
    await ann.solved('member.code', '/Sms/send', { template_code: 'user_retrieve_pwd', mobile: '13900139000' });
    await server.app.gate
      .rows('user')
      .add({ username: 'bob', nickname: 'bob', password, group_id: 1, mobile: '13700137000' });
    await ann.solved('member.code', '/Sms/send', { template_code: 'user_retrieve_pwd', mobile: '13700137000' });
    await expect.poll(async () => (await outbox(server, '13700137000'))[0]).toMatchObject({ state: 'failed' });
    await expect.poll(() => outbox(server, '13900139000')).toMatchObject([{ state: 'none', text: null }]);
    await gateway.close();
  },
  options,
);

/** As their documentation of the V3 signature has it, from what came over the wire. */
function isSigned({ method, url, headers, body }: Came, secret: string): boolean {
  const given = /Credential=LTAI-id,SignedHeaders=([^,]+),Signature=([0-9a-f]+)$/.exec(headers.authorization ?? '');
  if (!given) return false;
  const sha = (value: string): string => createHash('sha256').update(value).digest('hex');
  const names = given[1]!.split(';');
  const lines = names.map((name) => `${name}:${String(headers[name])}\n`).join('');
  const query = url.search.slice(1).split('&').toSorted().join('&');
  const canonical = `${method}\n${url.pathname}\n${query}\n${lines}\n${given[1]!}\n${sha(body)}`;
  const signature = createHmac('sha256', secret)
    .update(`ACS3-HMAC-SHA256\n${sha(canonical)}`)
    .digest('hex');
  return signature === given[2] && headers['x-acs-content-sha256'] === sha(body) && names.includes('host');
}

const book = books();
testPlugin(
  'a code that could not be sent is in the outbox for as long as it is good, and messages go after a month',
  book.plugins,
  async (server) => {
    await openCentre(server);
    const ann = new Person(server, '203.0.113.1');
    // Who asks is told that nothing leaves, for any address; by text message, for which there is no gateway, nothing is offered.
    const asked = { email: 'other@example.com', event: 'user_retrieve_pwd' };
    expect(await ann.solved('member.code', '/Ems/send', asked)).toMatchObject({ code: 1, data: { isKept: true } });
    expect((await ann.get('/user/checkIn')).data['accountVerificationType']).toEqual(['email']);
    const code = await ann.code('user_register', 'ann@example.com');
    // Super administrators hear of it, once in an hour.
    const notices = async (): Promise<unknown> =>
      (await server.request('GET', '/api/admin/ajax/notices', { token: await server.signIn() })).json.data['list'];
    const told = {
      title: 'Someone is waiting for a code by email, but no mail server is set up',
      body: expect.stringContaining('The outbox shows the code') as string,
      link: '/admin/user/outbox',
    };
    await expect.poll(notices).toMatchObject([told]);
    const beths = await ann.code('user_register', 'beth@example.com');
    const sent = async () => (await outbox(server, 'beth@example.com'))[0];
    await expect.poll(sent).toMatchObject({ state: 'kept', code: beths });
    // What has been used is nobody's to hand on.
    const beth = new Person(server);
    const wrong = beths === '0000' ? '0001' : '0000';
    expect((await beth.post('/user/checkIn', registration('beth', 'beth@example.com', wrong))).code).toBe(0);
    expect(await sent()).toMatchObject({ code: beths });
    expect((await beth.post('/user/checkIn', registration('beth', 'beth@example.com', beths))).code).toBe(1);
    expect(await sent()).toMatchObject({ state: 'kept', code: null });
    await expect.poll(notices).toMatchObject([told]);
    const run = (work: typeof clearCodes): unknown =>
      work.run({ host: book.host, signal: new AbortController().signal, data: undefined } as never);
    const first = async () => (await outbox(server, 'ann@example.com'))[0]!;
    now.value += 599;
    await run(clearCodes);
    expect(await first()).toMatchObject({ state: 'kept', code, text: expect.not.stringContaining(code) as string });
    now.value += 1;
    await run(clearCodes);
    expect(await first()).toMatchObject({
      state: 'kept',
      code: null,
      text: expect.stringContaining('******') as string,
    });
    expect(JSON.stringify(await first())).not.toContain(code);
    now.value += 30 * 86_400 - 601;
    await run(forgetMessages);
    expect(await outbox(server, 'ann@example.com')).toHaveLength(1);
    now.value += 2;
    await run(forgetMessages);
    expect(await outbox(server, 'ann@example.com')).toEqual([]);
  },
  options,
);
