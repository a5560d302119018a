import { randomUUID } from 'node:crypto';
import { afterAll, expect } from 'vitest';
import type { TableName } from '#resource';
import { testPlugin } from '#test';
import { chat } from '../server.ts';
import type { Answering, KeyInfo, SharedConversation } from '../shared/wire.ts';
import { Browser } from './browser.ts';
import { configure, members } from './members.ts';
import { eventOf, open, paced, refuses, says, startModelServer } from './modelServer.ts';

const model = await startModelServer();
afterAll(() => model.close());
const secret = 'canary0123456789abcdefghij';
const environment = { CHAT_BASE_URL: model.baseUrl, CHAT_MODEL: 'test-model', CHAT_API_KEY: secret };
const trust = { config: { trustProxy: '127.0.0.1' } };

testPlugin(
  'a shared link shows what was there when it was made, and nothing that was written later',
  [chat({ environment })],
  async (server) => {
    model.answer = says('Yes');
    const visitor = new Browser(server);
    const { conversation, answer } = await visitor.send('For everybody');
    await visitor.ended(answer.id);
    const share = async (shared: boolean) =>
      (await visitor.post<{ code: string }>('share', { id: conversation.id, shared })).data.code;
    const texts = async (code: string) =>
      (await new Browser(server).get<SharedConversation>('shared', { code })).data.messages.map(({ text }) => text);
    const odd: Record<string, string>[] = [
      { limit: '1.5' },
      { limit: '1e9' },
      { 'limit[a]': '1' },
      { search: '\0' },
      { before: '1.9.9' },
    ];
    for (const query of odd) expect((await visitor.get('conversations', query)).code, JSON.stringify(query)).toBe(1);
    const first = await share(true);
    const later = await visitor.send('For me alone', { conversation_id: conversation.id });
    await visitor.ended(later.answer.id);
    expect(await texts(first)).toEqual(['For everybody', 'Yes']);
    await share(false);
    expect(await texts(await share(true))).toEqual(['For everybody', 'Yes', 'For me alone', 'Yes']);
  },
  trust,
);

testPlugin(
  'a shared link shows nothing of what an answer became later, nor of a later title',
  [chat({ environment })],
  async (server) => {
    await configure(server, { chat_titles: 0, chat_visitor_daily: 100, chat_captcha_after: 0 });
    const visitor = new Browser(server);
    await visitor.get('start');
    const shown = async (code: string) =>
      (await new Browser(server).get<SharedConversation>('shared', { code })).data as SharedConversation;
    const share = async (id: string) => (await visitor.post<{ code: string }>('share', { id, shared: true })).data.code;
    const texts = async (code: string) => (await shown(code)).messages.map(({ text }) => text);
    const pace = paced();
    model.answer = pace.answering;
    // Shared while it is written: the question alone, also once the answer is there.
    const first = await visitor.send('Tell me');
    pace.say('Secret');
    await expect.poll(async () => (await visitor.open(first.conversation.id)).messages[1]!.text).toBe('Secret');
    const early = await share(first.conversation.id);
    expect(await texts(early)).toEqual(['Tell me']);
    await visitor.post('stop', { message_id: first.answer.id });
    expect(await visitor.ended(first.answer.id)).toMatchObject({ status: 'stopped', text: 'Secret' });
    expect(await texts(early)).toEqual(['Tell me']);
    // Shared when it was stopped: no more than what had come, while it goes on and after that.
    await visitor.post('share', { id: first.conversation.id, shared: false });
    const stopped = await share(first.conversation.id);
    expect(await texts(stopped)).toEqual(['Tell me', 'Secret']);
    model.answer = says(' and more');
    const key = randomUUID();
    expect((await visitor.post('continue', { message_id: first.answer.id, key })).code).toBe(1);
    expect((await visitor.ended(first.answer.id)).text).toBe('Secret and more');
    expect((await visitor.post('rename', { id: first.conversation.id, title: 'For me' })).code).toBe(1);
    expect(await shown(stopped)).toMatchObject({
      title: 'Tell me',
      messages: [{ text: 'Tell me' }, { text: 'Secret' }],
    });
    await visitor.post('share', { id: first.conversation.id, shared: false });
    expect(await shown(await share(first.conversation.id))).toMatchObject({
      title: 'For me',
      messages: [{ text: 'Tell me' }, { text: 'Secret and more' }],
    });
    // Shared while an answer goes on: what stood there before.
    const paces = [paced(), paced()] as const;
    model.answer = paces[0].answering;
    const { conversation, answer } = await visitor.send('Tell me all');
    const has = (text: string) =>
      expect.poll(async () => (await visitor.open(conversation.id)).messages[1]!.text).toBe(text);
    paces[0].say('This');
    await has('This');
    await visitor.post('stop', { message_id: answer.id });
    await visitor.ended(answer.id);
    model.answer = paces[1].answering;
    expect((await visitor.post('continue', { message_id: answer.id, key: randomUUID() })).code).toBe(1);
    paces[1].say(' and that');
    await has('This and that');
    const late = await share(conversation.id);
    expect(await texts(late)).toEqual(['Tell me all', 'This']);
    await visitor.post('stop', { message_id: answer.id });
    expect((await visitor.ended(answer.id)).text).toBe('This and that');
    expect(await texts(late)).toEqual(['Tell me all', 'This']);
  },
  trust,
);

testPlugin(
  'a key stands for one request: with another one it is refused, and no message is lost in silence',
  [chat({ environment })],
  async (server) => {
    await configure(server, { chat_titles: 0, chat_visitor_daily: 100, chat_captcha_after: 0 });
    const visitor = new Browser(server);
    await visitor.get('start');
    model.answer = says('Yes');
    const key = randomUUID();
    const first = await visitor.send('first\r\ntext ', { key });
    await visitor.ended(first.answer.id);
    // The same once more is what it was, however its line breaks were sent.
    for (const text of ['first\r\ntext ', 'first\ntext'])
      expect((await visitor.send(text, { key })).user.id, text).toBe(first.user.id);
    const used = { code: 0, msg: expect.stringMatching(/^This request's key has been used/) as string };
    expect(await visitor.post('send', { text: 'another', key, conversation_id: null })).toMatchObject(used);
    const same = { text: 'first\ntext', key };
    const place = first.conversation.id;
    expect((await visitor.send(same.text, { key, conversation_id: place })).user.id).toBe(first.user.id);
    const elsewhere = (await visitor.send('elsewhere')).conversation.id;
    expect(await visitor.post('send', { ...same, conversation_id: elsewhere })).toMatchObject(used);
    expect(await visitor.post('regenerate', { message_id: first.answer.id, key })).toMatchObject(used);
    const again = randomUUID();
    const other = (await visitor.post<Answering>('regenerate', { message_id: first.answer.id, key: again })).data;
    await visitor.ended(other.answer.id);
    const second = await visitor.send('second');
    await visitor.ended(second.answer.id);
    expect(await visitor.post('regenerate', { message_id: second.answer.id, key: again })).toMatchObject(used);
    expect(await visitor.post('send', { text: 'third', key: again, conversation_id: null })).toMatchObject(used);
    const { data } = await visitor.post<Answering>('regenerate', { message_id: first.answer.id, key: again });
    expect(data.answer.id).toBe(other.answer.id);
    expect((await visitor.list()).list).toHaveLength(3);
  },
  trust,
);

testPlugin(
  'whoever has a whole network of IPv6 addresses has the allowance of one',
  [chat({ environment })],
  async (server) => {
    await configure(server, {
      chat_visitor_daily: 5,
      chat_address_daily: 2,
      chat_captcha_after: 0,
      chat_parallel: 100,
    });
    model.answer = says('Yes');
    for (const ip of ['2001:db8:1:2::1', '2001:db8:1:2:aaaa::2']) await new Browser(server, { ip }).send('Hello');
    await expect(new Browser(server, { ip: '2001:db8:1:2:bbbb::3' }).send('Hello')).rejects.toThrow(/patience/);
    await new Browser(server, { ip: '2001:db8:1:3::1' }).send('Hello');
  },
  trust,
);

testPlugin.onEither(
  'what a provider repeats of its key is kept nowhere, wherever its words are cut off',
  [chat({ environment })],
  async (server) => {
    model.answer = refuses(401, `${'x'.repeat(480)}${secret}`);
    const visitor = new Browser(server);
    const { answer } = await visitor.send('Hello');
    expect(await visitor.ended(answer.id)).toMatchObject({ status: 'failed' });
    const token = await server.signIn();
    const rows = JSON.stringify(await server.app.gate.rows('chat_message').list());
    expect(rows).toContain('xxxx');
    const read = { token, body: { ids: [1] } };
    const { text } = await server.request('POST', '/api/admin/chat.Conversation/read', read);
    expect(text).toContain('xxxx');
    expect(rows + text + server.logged.join('\n')).not.toContain(secret.slice(0, 8));
  },
  trust,
);

testPlugin(
  'what a provider repeats of a message is read with the message only',
  [chat({ environment })],
  async (server) => {
    await configure(server, { chat_titles: 0, chat_captcha_after: 0 });
    const visitor = new Browser(server);
    const error = { message: 'We refuse "my secret diary"', type: 'invalid_request_error', code: 'content_filter' };
    const cases: readonly (readonly [typeof model.answer, string])[] = [
      [
        (response) => void response.writeHead(400).end(JSON.stringify({ error })),
        '400 invalid_request_error content_filter',
      ],
      [
        (response) => void open(response).end(eventOf({ error })),
        'an error in the stream invalid_request_error content_filter',
      ],
      [(response) => void open(response).end('data: {"content":"my secret diary\n\n'), 'an event that is not JSON'],
      [(response) => void response.writeHead(502).end('<p>my secret diary</p>'), '502'],
      // Whoever puts sentences where codes belong.
      [
        (response) => {
          const told = { ...error, type: 'No "my secret diary"', code: ['my secret diary'] };
          response.writeHead(422).end(JSON.stringify({ error: told }));
        },
        '422',
      ],
      [(response) => void response.writeHead(400).end(JSON.stringify({ error: 'my secret diary' })), '400'],
    ];
    const token = await server.signIn();
    const call = async (method: string, url: string, body?: object) =>
      (await server.request(method, `/api/admin/chat.${url}`, { token, ...(body && { body: body as never }) })).text;
    for (const [at, [answering, told]] of cases.entries()) {
      model.answer = answering;
      const { answer } = await visitor.send('Read my secret diary');
      const ended = await visitor.ended(answer.id);
      expect([ended.status, JSON.stringify(ended).includes('secret')], told).toEqual(['failed', false]);
      const listed = await call('GET', 'Message/index?limit=1&order=id,desc');
      expect(listed).toContain(`"detail":"${told}"`);
      expect(await call('POST', 'Conversation/read', { ids: [at + 1] })).toMatch(
        /Read my secret diary.*> .*my secret diary/s,
      );
    }
    const fields = ['Message/index', 'Message/manifest', 'Conversation/index'];
    const seen = await Promise.all(fields.map((url) => call('GET', url)));
    expect(seen.join('') + server.logged.join('\n')).not.toContain('secret diary');
  },
  trust,
);

const centre = await members();
if (centre) {
  testPlugin(
    'a disabled member’s links show nothing, and show what they did once the member is back',
    [chat({ environment }), ...centre.plugins],
    async (server) => {
      await configure(server, { chat_titles: 0 });
      model.answer = says('Yes');
      const { id, browser } = await centre.add(server, 'ann', 0);
      const { conversation, answer } = await browser.send('For everybody');
      await browser.ended(answer.id);
      const { code } = (await browser.post<{ code: string }>('share', { id: conversation.id, shared: true })).data;
      const shown = async () => (await new Browser(server).get<SharedConversation>('shared', { code })).code;
      const user = centre.host.rows('user' as TableName, centre.host.system);
      for (const [status, expected] of [
        [1, 1],
        [0, 0],
        [1, 1],
      ] as const) {
        await user.edit(id, { status } as never);
        expect((await shown()) === 1, String(status)).toBe(expected === 1);
      }
    },
  );

  testPlugin(
    'programs that hang up before the model says anything do not lock their member out',
    [chat({ environment }), ...centre.plugins],
    async (server) => {
      await configure(server, { chat_price_out: 1000, chat_max_tokens: 100, chat_titles: 0, chat_parallel: 1 });
      const { id, browser } = await centre.add(server, 'ann', 1000);
      const { data: key } = await browser.post<KeyInfo>('addKey', { name: 'my program' });
      const ask = (content: string, signal?: AbortSignal, role = 'user') =>
        fetch(`${server.address}/api/chat/v1/chat/completions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key.secret!}`, 'content-type': 'application/json', 'think-lang': 'en' },
          body: JSON.stringify({ model: 'test-model', stream: true, messages: [{ role, content }] }),
          ...(signal && { signal }),
        });
      const calls = () => centre.host.rows('chat_call', centre.host.system).count();
      const isAsked = Promise.withResolvers<void>();
      model.answer = (response) => {
        open(response).flushHeaders();
        isAsked.resolve();
      };
      const leaving = new AbortController();
      const left = ask('Hello', leaving.signal).catch(() => 'gone');
      await isAsked.promise;
      expect(await calls()).toBe(1);
      leaving.abort();
      expect(await left).toBe('gone');
      await expect.poll(calls).toBe(0);
      await expect.poll(() => centre.points(id)).toEqual([1000, 1000]);

      // The model has read what was asked, and is paid for that.
      await configure(server, { chat_price_in: 1000 });
      const isRead = Promise.withResolvers<void>();
      model.answer = (response) => {
        open(response).flushHeaders();
        isRead.resolve();
      };
      const reading = new AbortController();
      const gone = ask('Hello', reading.signal).catch(() => 'gone');
      await isRead.promise;
      reading.abort();
      expect(await gone).toBe('gone');
      // Two tokens of the text, and eight around it.
      await expect.poll(() => centre.points(id)).toEqual([990, 990]);
      await configure(server, { chat_price_in: 0 });

      // Words that nobody may send, programs may not send either.
      const token = await server.signIn();
      await server.request('POST', '/api/admin/chat.RefusedWord/add', { token, body: { word: 'forbidden' } });
      model.answer = says('Yes');
      const refused = await ask('Something FORBIDDEN');
      expect([refused.status, await refused.text()]).toEqual([400, expect.stringMatching(/forbidden/)]);
      expect((await ask('Something forbidden', undefined, 'system')).status).toBe(400);
      // Read to its end: while it is under way it is the one answer that may be.
      const said = await ask('Something forbidden', undefined, 'assistant');
      expect([said.status, await said.text()]).toEqual([200, expect.stringContaining('[DONE]')]);
      await expect.poll(async () => (await ask('Something else')).status).toBe(200);
    },
  );

  testPlugin(
    'a title with signs of two halves can be paid for',
    [chat({ environment }), ...centre.plugins],
    async (server) => {
      await configure(server, { chat_price_out: 1000, chat_max_tokens: 100, chat_titles: 0 });
      model.answer = says('Yes');
      const { browser } = await centre.add(server, 'ann', 1000);
      const { answer } = await browser.send(`${'x'.repeat(49)}👋 hello`);
      expect(await browser.ended(answer.id)).toMatchObject({ status: 'done' });
    },
  );
}
