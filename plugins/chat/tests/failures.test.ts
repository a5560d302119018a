import { randomUUID } from 'node:crypto';
import { afterAll, expect } from 'vitest';
import { testPlugin } from '#test';
import { chat } from '../server.ts';
import type { Answering, Message } from '../shared/wire.ts';
import { Browser, textOf } from './browser.ts';
import { configure } from './members.ts';
import {
  delta,
  done,
  eventOf,
  finish,
  open,
  paced,
  refuses,
  says,
  startModelServer,
  usage,
  type Answering as ModelAnswering,
} from './modelServer.ts';

const model = await startModelServer();
afterAll(() => model.close());
const environment = { CHAT_BASE_URL: model.baseUrl, CHAT_MODEL: 'test-model', CHAT_API_KEY: 'sk-canary-2' };
/** Of the provider that is asked next: one limit is short, so that a slow machine meets no other. */
const times: { first?: number; idle?: number; whole?: number } = {};
const shortTimes: Readonly<Record<string, typeof times>> = {
  silence: { first: 300 },
  'silence in the middle': { idle: 300 },
  'no end': { whole: 3000 },
};
const limitTimes = (name?: string): void => {
  for (const each of ['first', 'idle', 'whole'] as const) delete times[each];
  Object.assign(times, name === undefined ? {} : shortTimes[name]);
};
const many = { chat_visitor_daily: 10_000, chat_address_daily: 10_000, chat_captcha_after: 0, chat_per_minute: 10_000 };
const quiet = { ...many, chat_titles: 0, chat_parallel: 100 };
const trust = { config: { trustProxy: '127.0.0.1' } };

const hang: ModelAnswering = (response) => open(response).flushHeaders();
const after =
  (text: string, then: (response: Parameters<ModelAnswering>[0]) => void): ModelAnswering =>
  (response) => {
    open(response).write(delta(text));
    setTimeout(() => then(response), 30);
  };
const broken: readonly (readonly [string, ModelAnswering, string, RegExp])[] = [
  ['401', refuses(401, 'Incorrect API key provided: sk-canary-2'), '', /doesn't accept our key/],
  ['404', refuses(404), '', /doesn't exist/],
  ['429', refuses(429), '', /too busy/],
  ['500', refuses(500), '', /ran into an error/],
  ['400', refuses(400, 'content policy'), '', /refused this message/],
  ['a page', (response) => void response.writeHead(502).end('<html>'), '', /ran into an error/],
  ['silence', hang, '', /didn't respond/],
  ['silence in the middle', after('Half', () => {}), 'Half', /didn't respond/],
  ['a cut connection', after('Half', (response) => response.destroy()), 'Half', /can't be reached|broke off/],
  ['an early end', after('Half', (response) => response.end()), 'Half', /broke off/],
  [
    'an error in the middle',
    after('Half', (r) => r.end(eventOf({ error: { message: 'overloaded' } }))),
    'Half',
    /ran into an error/,
  ],
  ['no JSON', after('Half', (response) => response.end('data: {nonsense\n\n')), 'Half', /can't be read/],
  ['nothing', (response) => void open(response).end(finish + done), '', /empty answer/],
  [
    'an event without an end',
    after('Half', (r) => void r.write(`data: ${'x'.repeat(1_200_000)}`)),
    'Half',
    /can't be read/,
  ],
  [
    'no end',
    (response) => {
      open(response);
      const timer = setInterval(() => response.write(delta('on and ')), 50);
      response.on('close', () => clearInterval(timer));
    },
    'on and ',
    /took too long/,
  ],
];

const isSlow = ([name]: (typeof broken)[number]): boolean => name in shortTimes;
const cases = [
  ['whatever a provider does wrong is said plainly, and can be gone on with', chat({ environment }), false],
  ['a provider that hangs or never ends is cut off', chat({ environment, times }), true],
] as const;
for (const [name, plugin, slow] of cases)
  testPlugin(
    name,
    [plugin],
    async (server) => {
      await configure(server, quiet);
      const visitor = new Browser(server);
      await visitor.get('start');
      for (const [name, answering, text, words] of broken.filter((each) => isSlow(each) === slow)) {
        model.answer = answering;
        limitTimes(name);
        const sent = await visitor.send(`What about ${name}?`);
        const ended = await visitor.ended(sent.answer.id);
        limitTimes();
        expect(ended, name).toMatchObject({ status: 'failed' });
        expect(ended.error, name).toMatch(words);
        expect(ended.text.startsWith(text), name).toBe(true);
        expect((await visitor.open(sent.conversation.id)).messages[0], name).toMatchObject({ text: sent.user.text });
        model.answer = says('And so on.');
        const key = randomUUID();
        expect((await visitor.post('continue', { message_id: ended.id, key })).code, name).toBe(1);
        expect(await visitor.ended(ended.id), name).toMatchObject({
          status: 'done',
          text: `${ended.text}And so on.`,
          error: null,
        });
      }
      // Nobody is told what stands in the key, not even administrators.
      const rows = await server.app.gate.rows('chat_message').list({});
      expect(JSON.stringify(rows) + server.logged.join('\n')).not.toContain('sk-canary-2');
      visitor.language = 'zh-cn';
      model.answer = refuses(429);
      expect(await visitor.ended((await visitor.send('忙吗')).answer.id)).toMatchObject({
        error: '模型服务繁忙，请稍后再试。',
      });
    },
    trust,
  );

const whole = 'Zwölf Boxkämpfer 跳过 the 懒狗 👩‍👩‍👧 – ok\r\n\ud83d\ude00 end';
/** The bytes of an answer, in one piece; one emoji comes in two halves, as JSON may have it. */
const bytes = Buffer.from(
  delta('Zwölf Boxkämpfer 跳过 the 懒狗 👩‍👩‍👧 – ok\r\n') +
    'data: {"choices":[{"delta":{"content":"\\ud83d"}}]}\r\n\r\n' +
    'data: {"choices":[{"delta":{"content":"\\ude00 end"}}]}\r\n\r\n' +
    finish +
    usage(3, 4) +
    done,
);

testPlugin.onEither(
  'an answer is the same to the byte, wherever its bytes are cut, and wherever somebody joins it',
  [chat({ environment })],
  async (server) => {
    await configure(server, quiet);
    const visitor = new Browser(server);
    await visitor.get('start');
    const step = Number(process.env['EVERY_CUT'] ? 1 : 31);
    for (let at = 1; at < bytes.length; at += step) {
      model.answer = (response) => {
        open(response).write(bytes.subarray(0, at));
        setImmediate(() => response.end(bytes.subarray(at)));
      };
      const sent = await visitor.send('x');
      const events = await visitor.events(sent.answer.id);
      expect(textOf(events), `cut at ${at}`).toBe(whole);
      expect(events.at(-1)?.data).toMatchObject({ text: whole, tokens_out: 4 });
      const [first] = events;
      const joined = await visitor.events(sent.answer.id, first!.id);
      expect(String(first!.data['text']) + textOf(joined), `joined after ${first!.id}`).toBe(whole);
    }
  },
  trust,
);

testPlugin(
  'an answer goes on without a reader, is stopped with what has come, and has branches',
  [chat({ environment })],
  async (server) => {
    await configure(server, quiet);
    const visitor = new Browser(server);
    await visitor.get('start');
    const pace = paced();
    model.answer = pace.answering;
    const sent = await visitor.send('Tell me');
    const leaving = new AbortController();
    pace.say('One');
    for await (const { data } of visitor.stream(sent.answer.id, undefined, leaving.signal)) {
      expect(data).toEqual({ text: 'One' });
      break;
    }
    leaving.abort();
    pace.say(', two');
    await expect.poll(async () => (await visitor.open(sent.conversation.id)).messages[1]!.text).toBe('One, two');
    // Who joins gets the rest; a message cannot follow one that is not complete.
    const refused = await visitor.post('send', { text: 'x', conversation_id: sent.conversation.id, key: randomUUID() });
    expect(refused).toMatchObject({ code: 0, msg: expect.stringMatching(/still being written/) as string });
    const rest = visitor.events(sent.answer.id, '3');
    await visitor.post('stop', { message_id: sent.answer.id });
    expect(textOf(await rest)).toBe(', two');
    // A storm of the same request is one answer; others stand beside it.
    model.answer = says('Another.');
    const key = randomUUID();
    const storm = await Promise.all(
      Array.from({ length: 8 }, () => visitor.post<Answering>('regenerate', { message_id: sent.answer.id, key })),
    );
    expect(new Set(storm.map(({ data }) => data.answer.id)).size).toBe(1);
    const other = await visitor.ended(storm[0]!.data.answer.id);
    expect(other).toMatchObject({ status: 'done', parent_id: sent.user.id, text: 'Another.' });
    const open_ = await visitor.open(sent.conversation.id);
    expect(open_.conversation.leaf_id).toBe(other.id);
    expect(open_.messages.map(({ text }) => text)).toEqual(['Tell me', 'One, two', 'Another.']);
    // An edited message is a branch of its own: the model is shown that branch only.
    const edited = await visitor.send('Tell me else', { conversation_id: sent.conversation.id, parent_id: null });
    await visitor.ended(edited.answer.id);
    expect(model.asked.at(-1)!.body.messages).toEqual([{ role: 'user', content: 'Tell me else' }]);
    await visitor.post('select', { conversation_id: sent.conversation.id, leaf_id: other.id });
    const next = await visitor.send('And?', { conversation_id: sent.conversation.id });
    await visitor.ended(next.answer.id);
    expect(model.asked.at(-1)!.body.messages.map(({ content }) => content)).toEqual(['Tell me', 'Another.', 'And?']);
    const exported = await server.request('GET', `/api/chat/export?id=${sent.conversation.id}`, {
      headers: visitor.headers,
    });
    expect(exported.text).toBe(
      '# Tell me\n\n## You\n\nTell me\n\n## test-model\n\nAnother.\n\n## You\n\nAnd?\n\n## test-model\n\nAnother.\n',
    );
  },
  trust,
);

testPlugin(
  'what is too long for the model is left out visibly, and refused where it is one message',
  [chat({ environment })],
  async (server) => {
    const small = { chat_context_limit: 300, chat_max_tokens: 50, chat_system_prompt: 'Be kind.' };
    await configure(server, { ...quiet, ...small, chat_summaries: 0 });
    const visitor = new Browser(server);
    await visitor.get('start');
    model.answer = says('x'.repeat(300));
    let { conversation: { id }, answer } = await visitor.send('a'.repeat(120)); // prettier-ignore
    for (let turn = 0; turn < 3; turn += 1) {
      await visitor.ended(answer.id);
      ({ answer } = await visitor.send('b'.repeat(120), { conversation_id: id }));
    }
    const ended: Message = await visitor.ended(answer.id);
    expect(ended.left_out).toBeGreaterThan(2);
    const { messages } = model.asked.at(-1)!.body;
    expect(messages[0]).toEqual({ role: 'system', content: 'Be kind.' });
    expect(messages.length).toBeLessThan(5);
    expect(messages[1]!.role).toBe('user');
    const refused = await visitor.post('send', { text: 'c'.repeat(2000), conversation_id: null, key: randomUUID() });
    expect(refused).toMatchObject({
      code: 0,
      msg: 'This message is longer than test-model can read. Please shorten it.',
    });
  },
  trust,
);
