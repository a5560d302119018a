import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect } from 'vitest';
import { testPlugin } from '#test';
import { chat } from '../server.ts';
import type { Answering, Message, Start } from '../shared/wire.ts';
import { Browser } from './browser.ts';
import { configure, members } from './members.ts';
import { delta, done, finish, open, paced, refuses, says, startModelServer, usage } from './modelServer.ts';

const model = await startModelServer();
afterAll(() => model.close());
const environment = { CHAT_BASE_URL: model.baseUrl, CHAT_MODEL: 'test-model' };
const site = async () => {
  const centre = await members();
  return centre && { centre, plugins: [chat({ environment }), ...centre.plugins] };
};
const prices = {
  chat_price_in: 100,
  chat_price_out: 1000,
  chat_max_tokens: 100,
  chat_titles: 0,
  chat_per_minute: 1000,
};

const site1 = await site();
if (site1)
  testPlugin(
    'a member pays what the provider counts, and never more than was set aside',
    site1.plugins,
    async (server) => {
      const { centre } = site1;
      await configure(server, prices);
      const { id, browser } = await centre.add(server, 'ann', 10_000);
      expect((await browser.get<Start>('start')).data).toMatchObject({ who: 'member', points: 10_000, name: 'ann' });
      const ask = async (answering: typeof model.answer): Promise<Message> => {
        model.answer = answering;
        const sent = await browser.send('How much?');
        return browser.ended(sent.answer.id);
      };
      // 10 tokens in at 0.1 points each, and 20 out at one each.
      expect(await ask(says('This much.', [10, 20]))).toMatchObject({ status: 'done', cost: 21, tokens_out: 20 });
      await expect.poll(() => centre.points(id)).toEqual([9979, 9979]);
      let before = 9979;
      // What cannot be a count is not believed: 'Some text.' is four tokens by our own, of three bytes each.
      for (const count of ['a lot', Number.MAX_VALUE, -5, null, {}, 1.5]) {
        const { cost } = await ask(says('Some text.', [10, count]));
        expect(cost, String(count)).toBe(1 + 4);
        before -= 5;
      }
      await expect.poll(() => centre.points(id)).toEqual([before, before]);
      // Far more than the answer may have: what was set aside is all.
      const { cost } = await ask(says('Some text.', [90_000_000, 90_000_000]));
      expect(cost).toBeGreaterThan(100);
      expect(cost).toBeLessThan(110);
      before -= cost!;
      // No count at all.
      const none = await ask((response) => void open(response).end(delta('Twelve bytes') + finish + done));
      expect(none).toMatchObject({ status: 'done', tokens_out: 4 });
      before -= none.cost!;
      await expect.poll(() => centre.points(id)).toEqual([before, before]);
      // What fails costs nothing, whatever has come of it.
      for (const failing of [
        refuses(500),
        refuses(429),
        ((response) => void open(response).end(delta('Half an'))) satisfies typeof model.answer,
        ((response) => void open(response).end(delta('Half') + usage(10, 20))) satisfies typeof model.answer,
      ])
        expect(await ask(failing)).toMatchObject({ status: 'failed', cost: 0 });
      await expect.poll(() => centre.points(id)).toEqual([before, before]);
      const { data } = await browser.get<Start>('start');
      expect(data.points).toBe(before);
    },
  );

const site2 = await site();
if (site2)
  testPlugin(
    'points are set aside while an answer is made, by as many answers as there may be, and an end of them is told',
    site2.plugins,
    async (server) => {
      const { centre } = site2;
      await configure(server, { ...prices, chat_parallel: 100 });
      const { id, browser } = await centre.add(server, 'ann', 350);
      const pace = paced();
      model.answer = pace.answering;
      const first = await browser.send('one');
      const [, free] = await centre.points(id);
      expect(free).toBeLessThan(250);
      pace.say('So far');
      await expect.poll(async () => (await browser.open(first.conversation.id)).messages[1]!.text).toBe('So far');
      model.answer = says('ok', [10, 20]);
      const rush = await Promise.all(
        Array.from({ length: 12 }, () =>
          browser.post<{ needed: string; answer: Message }>('send', {
            text: 'x',
            conversation_id: null,
            key: randomUUID(),
          }),
        ),
      );
      for (const { code, data, msg } of rush)
        if (code === 1) await browser.ended(data.answer.id);
        else
          expect([data?.needed, msg]).toEqual(['points', expect.stringMatching(/^Not sent: .* points, and you have/)]);
      await browser.post('stop', { message_id: first.answer.id });
      const stopped = await browser.ended(first.answer.id);
      expect(stopped).toMatchObject({ status: 'stopped', text: 'So far' });
      const done_ = rush.filter(({ code }) => code === 1).length;
      const left = 350 - done_ * 21 - stopped.cost!;
      await expect.poll(() => centre.points(id)).toEqual([left, left]);
      expect(left).toBeGreaterThanOrEqual(0);
      // Gone on with, it pays for the rest, once however often the request comes.
      await centre.ledger.adjust({ currency: 'score', user: id, memo: 'x', reason: 'test', key: 'more', amount: 1000 });
      model.answer = says(' and on.', [10, 20]);
      const key = randomUUID();
      const again = await Promise.all(
        [1, 2, 3].map(() => browser.post<Answering>('continue', { message_id: first.answer.id, key })),
      );
      expect(again.map(({ code }) => code)).toEqual([1, 1, 1]);
      const whole = await browser.ended(first.answer.id);
      expect(whole).toMatchObject({ status: 'done', text: 'So far and on.', cost: stopped.cost! + 21 });
      await expect.poll(() => centre.points(id)).toEqual([left + 1000 - 21, left + 1000 - 21]);
    },
  );

const site3 = await site();
if (site3)
  testPlugin('what a visitor has asked is theirs once they sign in', site3.plugins, async (server) => {
    const { centre } = site3;
    await configure(server, { chat_titles: 0 });
    await configure(server, { open_member_center: 1 });
    model.answer = says('Hello!');
    const { browser } = await centre.add(server, 'ann', 0);
    const visitor = new Browser(server);
    await visitor.get('start');
    const sent = await visitor.send('Before');
    await visitor.ended(sent.answer.id);
    const answer = await server.request('POST', '/api/user/checkIn', {
      headers: visitor.headers,
      body: { tab: 'login', username: 'ann', password: 'Member-123' },
    });
    expect(answer.json.code).toBe(1);
    expect((await browser.list()).list).toMatchObject([{ title: 'Before' }]);
    expect((await browser.open(sent.conversation.id)).messages).toHaveLength(2);
    expect((await visitor.list()).list).toEqual([]);
  });

const site4 = await site();
if (site4)
  testPlugin(
    'of an answer whose conversation goes for good meanwhile nothing is kept, neither its text nor points',
    site4.plugins,
    async (server) => {
      const { centre } = site4;
      await configure(server, prices);
      const { id, browser } = await centre.add(server, 'ann', 10_000);
      const pace = paced();
      model.answer = pace.answering;
      await browser.send('Hello');
      pace.say('So far');
      const texts = async () =>
        (await sql<{ text: string }>`SELECT text FROM output_chunk`.execute(server.app.database.read)).rows;
      await expect.poll(texts).toMatchObject([{ text: 'So far' }]);
      const rows = centre.host.rows('chat_conversation', centre.host.system);
      await rows.del((await rows.list()).map((row) => row.id));
      expect((await centre.points(id))[1]).toBeLessThan(10_000);
      pace.end();
      await expect.poll(() => centre.points(id)).toEqual([10_000, 10_000]);
      await expect.poll(texts).toEqual([]);
    },
  );
