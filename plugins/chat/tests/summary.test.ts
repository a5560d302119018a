import { afterAll, expect } from 'vitest';
import { testPlugin } from '#test';
import { chat } from '../server.ts';
import type { Message } from '../shared/wire.ts';
import { Browser } from './browser.ts';
import { configure } from './members.ts';
import { refuses, says, startModelServer, type Answering } from './modelServer.ts';

const model = await startModelServer();
afterAll(() => model.close());
const environment = { CHAT_BASE_URL: model.baseUrl, CHAT_MODEL: 'test-model' };
const settings = {
  chat_titles: 0,
  chat_visitor_daily: 1000,
  chat_address_daily: 1000,
  chat_captcha_after: 0,
  chat_per_minute: 1000,
  chat_context_limit: 600,
  chat_max_tokens: 100,
  chat_system_prompt: 'Be kind.',
};

testPlugin(
  'what no longer fits is summarised by the model, visibly, and cut where that fails',
  [chat({ environment })],
  async (server) => {
    await configure(server, settings);
    const visitor = new Browser(server);
    await visitor.get('start');
    let summaries = 0;
    let summary: Answering = (response, asked) => says(`They like tea, ${(summaries += 1)}.`)(response, asked);
    model.answer = (response, asked) =>
      (String(asked.body.messages[0]!.content).startsWith('Summarise') ? summary : says('y'.repeat(150)))(
        response,
        asked,
      );
    let id: string | null = null;
    const turn = async (text: string, more: object = {}): Promise<Message> => {
      const sent = await visitor.send(text.padEnd(150, 'x'), { conversation_id: id, ...more });
      id = sent.conversation.id;
      return visitor.ended(sent.answer.id);
    };
    /** How many messages there are behind the newest summary. */
    const since = async () => (await visitor.open(id!)).messages.toReversed().findIndex(({ summary: text }) => text);
    for (let at = 0; at < 3; at += 1) expect(await turn(`${at}`)).toMatchObject({ left_out: 0, summarised: 0 });
    // Six messages of fifty tokens are more than half of the room.
    await expect.poll(since).toBeGreaterThan(0);
    const first = (await visitor.open(id!)).messages.find(({ summary: text }) => text);
    expect(first).toMatchObject({ role: 'assistant', summary: 'They like tea, 1.' });
    // The conversation goes on and on, and each answer says what it was told of; a summary knows the one before.
    const ends: Message[] = [];
    for (let at = 3; at < 9; at += 1) {
      ends.push(await turn(`${at}`));
      await expect.poll(since).toBeLessThan(6);
    }
    expect(ends.map(({ left_out }) => left_out)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(ends.at(-1)!.summarised).toBeGreaterThan(4);
    const asked = model.asked.map(({ body }) => body.messages);
    const told = 'Summary of the conversation until here:\nThey like tea';
    expect(asked.some((turns) => String(turns[0]!.content).startsWith(`Be kind.\n\n${told}`))).toBe(true);
    expect(asked.some((turns) => String(turns[1]?.content).startsWith('Summary so far: They like tea, 1.'))).toBe(true);
    for (const turns of asked) expect(Buffer.byteLength(JSON.stringify(turns)) / 3).toBeLessThan(700);

    // A model that makes none: the conversation is cut, which its answers say.
    id = null;
    summary = refuses(500);
    for (let at = 0; at < 4; at += 1) await turn(`${at}`);
    const cut = await turn('4');
    expect(cut).toMatchObject({ status: 'done', summarised: 0 });
    expect(cut.left_out).toBeGreaterThan(0);
  },
  { config: { trustProxy: '127.0.0.1' } },
);

testPlugin(
  'of a long conversation only the branch that is sent is read, in whichever branch it goes on',
  [chat({ environment })],
  async (server) => {
    await configure(server, { ...settings, chat_context_limit: 100_000, chat_parallel: 100 });
    const visitor = new Browser(server);
    await visitor.get('start');
    model.answer = says('ok');
    const first = await visitor.send('root');
    await visitor.ended(first.answer.id);
    const conversation_id = first.conversation.id;
    // Forty questions side by side, each beside the others.
    const parent_id = first.answer.id;
    const others = [];
    for (let at = 0; at < 40; at += 1) {
      const sent = await visitor.send(`branch ${at}`, { conversation_id, parent_id });
      await visitor.ended(sent.answer.id);
      others.push(sent);
    }
    const shown = async (sent: { readonly answer: { readonly id: number } }) => {
      await visitor.ended((await visitor.send('on', { conversation_id, parent_id: sent.answer.id })).answer.id);
      return model.asked
        .at(-1)!
        .body.messages.slice(1)
        .map(({ content }) => content);
    };
    expect(await shown(others[0]!)).toEqual(['root', 'ok', 'branch 0', 'ok', 'on']);
    expect(await shown(others[39]!)).toEqual(['root', 'ok', 'branch 39', 'ok', 'on']);
    // A message of another conversation is none of this one.
    const other = await visitor.send('elsewhere');
    await visitor.ended(other.answer.id);
    const refused = await visitor.post('send', {
      text: 'x',
      key: 'abcdefgh',
      conversation_id,
      parent_id: other.answer.id,
    });
    expect(refused.data).toHaveProperty('errors.parent_id');
  },
  { config: { trustProxy: '127.0.0.1' } },
);
