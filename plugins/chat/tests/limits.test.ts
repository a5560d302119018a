import { randomUUID } from 'node:crypto';
import { afterAll, expect } from 'vitest';
import { solvePicture, testPlugin } from '#test';
import { chat } from '../server.ts';
import type { Refusal, SharedConversation, Start } from '../shared/wire.ts';
import { AskClient } from './asking.ts';
import { Browser } from './browser.ts';
import { configure, members } from './members.ts';
import { paced, refuses, says, startModelServer } from './modelServer.ts';

const model = await startModelServer(says('Yes.'));
afterAll(() => model.close());
const environment = { CHAT_BASE_URL: model.baseUrl, CHAT_MODEL: 'test-model' };
// Minutes and days are long: none begins in between.
const trust = { config: { trustProxy: '127.0.0.1' }, now: () => 1_800_000_000 };
let clock = 1_800_000_000;
const ask = (browser: Browser, more: object = {}) =>
  browser.post<Refusal & { answer: { id: number } }>('send', {
    text: 'x',
    conversation_id: null,
    key: randomUUID(),
    ...more,
  });

testPlugin(
  'a visitor has an allowance by browser and by address, however many ask at once, and solves a check in a hurry',
  [chat({ environment })],
  async (server) => {
    const limits = { chat_visitor_daily: 4, chat_address_daily: 6, chat_captcha_after: 0, chat_parallel: 100 };
    await configure(server, { chat_titles: 0, ...limits });
    const visitor = new Browser(server);
    await visitor.get('start');
    const rush = await Promise.all(Array.from({ length: 10 }, () => ask(visitor)));
    const refused = rush.filter(({ code }) => code !== 1);
    expect(refused).toHaveLength(6);
    for (const { msg, data } of refused)
      expect([msg, data]).toEqual([
        "You've used up today's 4 messages. There will be more tomorrow.",
        { needed: 'patience' },
      ]);
    expect((await visitor.get<Start>('start')).data.allowance).toEqual({ left: 0, limit: 4 });
    // Without its cookie it is somebody else, but at the same address.
    const again = new Browser(server);
    expect((await again.get<Start>('start')).data.allowance).toEqual({ left: 2, limit: 4 });
    const more = [await ask(again), await ask(again), await ask(again)];
    expect(more.map(({ code }) => code)).toEqual([1, 1, 0]);
    const elsewhere = new Browser(server, { ip: '203.0.113.99' });
    expect((await elsewhere.get<Start>('start')).data).toMatchObject({ allowance: { left: 4 }, captcha: false });

    await configure(server, { chat_captcha_after: 2 });
    expect([(await ask(elsewhere)).code, (await ask(elsewhere)).code]).toEqual([1, 1]);
    expect(await ask(elsewhere)).toMatchObject({ code: 0, data: { needed: 'captcha' } });
    expect((await elsewhere.get<Start>('start')).data.captcha).toBe(true);
    expect((await ask(elsewhere, { captchaId: 'x', captchaInfo: '1,1-2,2;3;3' })).code).toBe(0);
    const solved = await solvePicture(server, elsewhere.ip, 'chat.send');
    expect((await ask(elsewhere, { ...solved })).code).toBe(1);
    expect((await elsewhere.get<Start>('start')).data.captcha).toBe(false);

    // Nobody who has nothing left solves one in vain.
    await configure(server, { chat_captcha_after: 1 });
    expect((await elsewhere.get<Start>('start')).data).toMatchObject({ allowance: { left: 1 }, captcha: true });
    await configure(server, { chat_visitor_daily: 3 });
    expect(await ask(elsewhere)).toMatchObject({ code: 0, data: { needed: 'patience' } });

    await configure(server, { chat_visitor_daily: 0 });
    const late = new Browser(server, { ip: '203.0.113.5' });
    expect(await ask(late)).toMatchObject({
      code: 0,
      msg: "The chat isn't open to visitors.",
      data: { needed: 'patience' },
    });
  },
  trust,
);

testPlugin(
  'looking around writes nothing, and what got no answer is not counted',
  [chat({ environment })],
  async (server) => {
    const { rows } = server.app.gate;
    await configure(server, { chat_titles: 0, chat_captcha_after: 0, chat_visitor_daily: 2, chat_address_daily: 3 });
    for (const ip of ['203.0.113.1', '203.0.113.2'])
      expect((await new Browser(server, { ip }).get<Start>('start')).data.allowance).toEqual({ left: 2, limit: 2 });
    expect(await rows('chat_budget').count()).toBe(0);

    const visitor = new Browser(server);
    const left = async () => (await visitor.get<Start>('start')).data.allowance?.left;
    model.answer = refuses(500);
    const failed = await visitor.send('x');
    expect(await visitor.ended(failed.answer.id)).toMatchObject({ status: 'failed' });
    expect(await left()).toBe(2);
    await visitor.post('regenerate', { message_id: failed.answer.id, key: randomUUID() });
    await expect.poll(left).toBe(2);
    // One that is stopped has been answered.
    const pace = paced();
    model.answer = pace.answering;
    const stopped = await visitor.send('y');
    await visitor.post('stop', { message_id: stopped.answer.id });
    expect(await left()).toBe(1);
    const used = (await rows('chat_budget').list({}, { sort: 'id' })).map(({ used }) => used);
    expect(used).toEqual([1, 1]);
    model.answer = says('Yes.');
  },
  trust,
);

const centre = await members();
if (centre)
  testPlugin(
    'a visitor is told to sign in only where that is possible',
    [chat({ environment }), ...centre.plugins],
    async (server) => {
      const visitor = new Browser(server);
      const told = async () => {
        const { msg, data } = await ask(visitor);
        return [(await visitor.get<Start>('start')).data.signIn, msg, data];
      };
      await configure(server, { open_member_center: 1 });
      await configure(server, { chat_visitor_daily: 1, chat_captcha_after: 0 });
      expect((await ask(visitor)).code).toBe(1);
      const words = "You've used up today's free message. Sign in to continue.";
      expect(await told()).toEqual([true, words, { needed: 'sign-in' }]);
      await configure(server, { chat_visitor_daily: 0 });
      expect(await told()).toEqual([true, 'Sign in to chat.', { needed: 'sign-in' }]);
      await configure(server, { open_member_center: 0 });
      expect(await told()).toEqual([false, "The chat isn't open to visitors.", { needed: 'patience' }]);
    },
    trust,
  );

testPlugin(
  'messages of a minute and answers at once are limited, and what is no message is refused at its field',
  [chat({ environment })],
  async (server) => {
    await configure(server, { chat_titles: 0, chat_parallel: 2, chat_captcha_after: 0, chat_visitor_daily: 1000 });
    await configure(server, { chat_address_daily: 1000, chat_longest_text: 100 });
    const visitor = new Browser(server);
    await visitor.get('start');
    model.answer = paced().answering;
    const first = await ask(visitor);
    const second = await ask(visitor);
    expect([first.code, second.code]).toEqual([1, 1]);
    expect(await ask(visitor)).toMatchObject({
      code: 0,
      msg: '2 of your answers are still being written. Wait for one of them to finish.',
    });
    await visitor.post('stop', { message_id: first.data.answer.id });
    model.answer = says('Yes.');
    expect((await ask(visitor)).code).toBe(1);
    await visitor.post('stop', { message_id: second.data.answer.id });
    await configure(server, { chat_per_minute: 3 });
    expect(await ask(visitor)).toMatchObject({
      code: 0,
      msg: expect.stringMatching(/again in|Too many|later/i) as string,
    });
    await configure(server, { chat_per_minute: 1000 });
    const rows = server.app.gate.rows('chat_refused_word');
    await rows.add({ word: 'Zauber' });
    const errors = async (body: object) => (await ask(visitor, body)).data as unknown as { errors: object };
    for (const text of [
      '',
      '   ',
      null,
      7,
      {},
      'x'.repeat(101),
      'a\0b',
      '\ud800',
      'ein ＺＡＵＢＥＲ!',
      'Zau\u200bb\u00ader',
    ])
      expect((await errors({ text })).errors, JSON.stringify(text)).toHaveProperty('text');
    for (const key of [null, '', 'short', 'x'.repeat(65), {}])
      expect((await errors({ key })).errors, JSON.stringify(key)).toHaveProperty('key');
    for (const model_id of [99, 5])
      expect(await ask(visitor, { model_id })).toMatchObject({ data: { needed: 'model' } });
    for (const conversation_id of ['x', '1', "' or 1=1", 'a'.repeat(22)])
      expect((await ask(visitor, { conversation_id })).code, conversation_id).toBe(0);
    expect((await ask(visitor, { parent_id: 4711 })).code).toBe(0);
  },
  trust,
);

testPlugin(
  'what was refused after a question was sent is neither answered again nor gone on with',
  [chat({ environment })],
  async (server) => {
    await configure(server, { chat_titles: 0, chat_captcha_after: 0 });
    const visitor = new Browser(server);
    const pace = paced();
    model.answer = pace.answering;
    const { answer } = await visitor.send('Tell me of the Zauber');
    await visitor.post('stop', { message_id: answer.id });
    model.answer = says('Yes.');
    await server.app.gate.rows('chat_refused_word').add({ word: 'zauber' });
    const asked = model.asked.length;
    for (const how of ['regenerate', 'continue']) {
      const refused = await visitor.post(how, { message_id: answer.id, key: randomUUID() });
      expect(refused, how).toMatchObject({
        code: 0,
        data: { errors: { text: expect.stringMatching(/zauber/) as string } },
      });
    }
    expect(model.asked).toHaveLength(asked);
  },
  trust,
);

testPlugin(
  'conversations are found, put away, brought back, and shared by a link that can be revoked',
  [chat({ environment })],
  async (server) => {
    await configure(server, { chat_titles: 0, chat_captcha_after: 0, chat_visitor_daily: 100, chat_parallel: 100 });
    const visitor = new Browser(server);
    await visitor.get('start');
    const ids: string[] = [];
    for (const text of ['Pears', 'Apples', '梨子']) {
      model.answer = says(`About ${text}: 100% juicy_fruit.`);
      const sent = await visitor.send(text);
      await visitor.ended(sent.answer.id);
      ids.push(sent.conversation.id);
    }
    const titles = async (query: Record<string, string> = {}) =>
      (await visitor.list(query)).list.map(({ title }) => title);
    await visitor.post('pin', { id: ids[0], pinned: true });
    const page = await visitor.list({ limit: '2' });
    expect(page.list.map(({ title }) => title)).toEqual(['Pears', '梨子']);
    expect(await titles({ before: page.next! })).toEqual(['Apples']);
    expect(await titles({ search: '100%' })).toEqual(['Pears', '梨子', 'Apples']);
    expect((await visitor.list({ search: 'about app' })).list).toMatchObject([
      { title: 'Apples', snippet: 'About Apples: 100% juicy_fruit.' },
    ]);
    // The list has one line: what was found is at its beginning.
    expect((await visitor.list({ search: 'juicy' })).list).toContainEqual(
      expect.objectContaining({ title: 'Apples', snippet: '…pples: 100% juicy_fruit.' }),
    );
    expect(await titles({ search: 'juicyXfruit' })).toEqual([]);
    await visitor.post('archive', { id: ids[1], archived: true });
    expect([await titles(), await titles({ archived: '1' })]).toEqual([['Pears', '梨子'], ['Apples']]);
    await visitor.post('rename', { id: ids[2], title: ' Birnen ' });

    expect((await visitor.post('rename', { id: ids[2], title: 'x'.repeat(101) })).msg).toBe(
      'Title can have at most 100 characters',
    );
    const { data } = await visitor.post<{ code: string }>('share', { id: ids[2], shared: true });
    const anybody = new Browser(server);
    const read = (code: string) => anybody.get<SharedConversation>('shared', { code });
    expect((await read(data.code)).data).toMatchObject({
      title: 'Birnen',
      messages: [
        { role: 'user', text: '梨子' },
        { text: 'About 梨子: 100% juicy_fruit.', model_name: 'test-model' },
      ],
    });
    expect(JSON.stringify((await read(data.code)).data)).not.toMatch(/"(?:id|cost|owner|tokens_in)"/);
    await visitor.post('share', { id: ids[2], shared: false });
    expect((await read(data.code)).code).toBe(0);
    const next = await visitor.post<{ code: string }>('share', { id: ids[2], shared: true });
    expect(next.data.code).not.toBe(data.code);
    await visitor.post('delete', { id: ids[2] });
    expect((await read(next.data.code)).code).toBe(0);
    expect((await visitor.get('conversation', { id: ids[2]! })).code).toBe(0);
    await visitor.post('restore', { id: ids[2] });
    expect((await visitor.open(ids[2]!)).conversation).toMatchObject({ title: 'Birnen', shared: null });
    expect((await read(next.data.code)).code).toBe(0);
  },
  trust,
);

testPlugin(
  'a clock that was ahead and is put back keeps nobody from asking, in the chat and of the tables',
  [chat({ environment })],
  async (server) => {
    model.answer = says('Yes.');
    await configure(server, {
      chat_titles: 0,
      chat_per_minute: 2,
      chat_captcha_after: 2,
      chat_visitor_daily: 100,
      chat_address_daily: 100,
      chat_ask: 1,
    });
    const visitor = new Browser(server);
    clock += 864_000;
    const client = new AskClient(server, await server.signIn());
    expect([(await ask(visitor)).code, (await ask(visitor)).code]).toEqual([1, 1]);
    expect((await visitor.get<Start>('start')).data.captcha).toBe(true);
    // Nobody ever listens to these: their pages are gone.
    for (let turn = 0; turn < 3; turn += 1) await client.begin('x');
    await expect(client.begin('x')).rejects.toThrow('3');
    clock -= 864_000;
    expect((await visitor.get<Start>('start')).data.captcha).toBe(false);
    expect([(await ask(visitor)).code, (await ask(visitor)).code]).toEqual([1, 1]);
    expect((await ask(visitor)).code).not.toBe(1);
    await client.begin('x');
  },
  { ...trust, now: () => clock },
);

testPlugin(
  'a link to a long conversation shows its end, whatever other branches hold, and nobody reads it without a pause',
  [chat({ environment })],
  async (server) => {
    await configure(server, { chat_titles: 0, chat_captcha_after: 0 });
    const visitor = new Browser(server);
    await visitor.get('start');
    const sent = await visitor.send('first');
    await visitor.ended(sent.answer.id);
    const { gate } = server.app;
    const [row] = await gate.rows('chat_conversation').list({ code: sent.conversation.id });
    const message = { conversation_id: row!.id, role: 'user', status: 'done' } as const;
    let leaf = row!.leaf_id;
    for (const letter of ['a', 'b', 'c', 'd']) {
      const { id } = await gate
        .rows('chat_message')
        .add({ ...message, parent_id: leaf, text: letter.repeat(300_000) } as never);
      leaf = id;
    }
    await gate.rows('chat_conversation').edit(row!.id, { leaf_id: leaf } as never);
    const { data } = await visitor.post<{ code: string }>('share', { id: sent.conversation.id, shared: true });
    // What another branch holds is newer than this one, and as much as no answer may have.
    for (let at = 0; at < 12; at += 1)
      await gate.rows('chat_message').add({ ...message, parent_id: null, text: 'x'.repeat(399_000) } as never);

    const anybody = new Browser(server, { ip: '203.0.113.61' });
    const read = () => anybody.get<SharedConversation>('shared', { code: data.code });
    const shown = (await read()).data;
    expect([shown.isCut, shown.messages.map(({ text }) => text[0])]).toEqual([true, ['b', 'c', 'd']]);
    const guess = () => anybody.get('shared', { code: 'x'.repeat(22) });
    await Promise.all(Array.from({ length: 120 }, guess));
    expect((await read()).msg).toMatch(/Too many/);
    expect((await new Browser(server, { ip: '203.0.113.62' }).get('shared', { code: data.code })).code).toBe(1);
  },
  trust,
);
