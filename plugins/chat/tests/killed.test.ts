import { randomUUID } from 'node:crypto';
import { afterAll, expect } from 'vitest';
import { runProgram, testPlugin } from '#test';
import { chat } from '../server.ts';
import type { Sent, Start } from '../shared/wire.ts';
import { Browser, textOf } from './browser.ts';
import { killAgainAndAgain } from './kills.ts';
import { configure, members } from './members.ts';
import { open, paced, says, startModelServer } from './modelServer.ts';

const model = await startModelServer();
afterAll(() => model.close());
const environment = { CHAT_BASE_URL: model.baseUrl, CHAT_MODEL: 'test-model' };

const centre = await members();
const plugins = centre && [chat({ environment }), ...centre.plugins];
if (centre && plugins)
  testPlugin('a killed server leaves what had arrived and takes no point for it', plugins, (server, place) =>
    killAgainAndAgain(server, place, { centre, plugins, model, environment, rounds: 1 }),
  );

const root = new URL('../../..', import.meta.url).pathname;
testPlugin(
  'a visitor has the message back that a killed server did not answer',
  [chat({ environment })],
  async (first, { dataDir, databaseUrl, start }) => {
    await configure(first, { chat_titles: 0, chat_captcha_after: 0, chat_visitor_daily: 5 });
    const visitor = new Browser(first, { ip: '127.0.0.1' });
    const left = async () => (await visitor.get<Start>('start')).data.allowance?.left;
    expect(await left()).toBe(5);
    await first.close();
    const given = { DATA_DIR: dataDir, ...environment, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
    const program = runProgram(given, root);
    const isAsked = Promise.withResolvers<void>();
    model.answer = (response) => {
      open(response).flushHeaders();
      isAsked.resolve();
    };
    const answer = await fetch(`${await program.address}/api/chat/send`, {
      method: 'POST',
      headers: { ...visitor.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'x', conversation_id: null, key: randomUUID() }),
    });
    const { data: sent } = (await answer.json()) as { data: Sent };
    await isAsked.promise;
    program.child.kill('SIGKILL');
    await program.ended;
    visitor.server = await start([chat({ environment })]);
    // PostgreSQL takes half a minute to see that a writer is silent: it is over.
    await visitor.server.app.database.write(async ({ db }) => {
      await db.updateTable('output_log').set({ beat_time: 0 }).where('state', '=', 'running').execute();
    });
    expect((await visitor.open(sent.conversation.id)).messages[1]).toMatchObject({ status: 'interrupted' });
    expect(await left()).toBe(5);
    // Given back once.
    await visitor.open(sent.conversation.id);
    model.answer = says('Complete.');
    await visitor.ended((await visitor.send('y')).answer.id);
    expect(await left()).toBe(4);
  },
);

if (centre && plugins)
  testPlugin(
    'what calls of a server that is gone hold is freed once, whoever comes at once',
    plugins,
    async (server) => {
      await configure(server, { chat_titles: 0, chat_per_minute: 10_000, chat_parallel: 100 });
      const { id, browser } = await centre.add(server, 'ann', 100_000);
      model.answer = says('Complete.', [10, 20]);
      const calls = server.app.gate.rows('chat_call');
      for (let round = 0; round < 5; round += 1) {
        for (let at = 0; at < 10; at += 1) await calls.add({ user_id: id, key: `lost ${round} ${at}`, output: 'gone' });
        await Promise.all(Array.from({ length: 8 }, () => browser.send('x')));
        expect(await calls.count()).toBe(0);
      }
    },
  );

// SQLite has one instance.
testPlugin.onPostgres(
  'two instances join one answer, and one of them ends what the other makes',
  [chat({ environment })],
  async (one, place) => {
    await configure(one, { chat_titles: 0, chat_visitor_daily: 100, chat_captcha_after: 0 });
    const other = await place.start([chat({ environment })], { config: { trustProxy: '127.0.0.1' } });
    const here = new Browser(one);
    await here.get('start');
    const there = new Browser(other);
    there.cookie = here.cookie;
    const pace = paced();
    model.answer = pace.answering;
    const { answer } = await here.send('Both of you');
    const both = [here.events(answer.id), there.events(answer.id)];
    for (const word of ['Eins ', '二 ', '👋 ', 'vier']) pace.say(word);
    await readUntil(there, answer.id, 'Eins 二 👋 vier');
    await readUntil(there, answer.id, '二 👋 vier', '5');
    await there.post('stop', { message_id: answer.id });
    const [mine, theirs] = await Promise.all(both);
    expect(textOf(mine!)).toBe('Eins 二 👋 vier');
    expect(textOf(theirs!)).toBe(textOf(mine!));
    const ends = [mine, theirs].map((events) => events!.find(({ event }) => event === 'done')!.data);
    expect(ends[0]).toEqual(ends[1]);
    expect(ends[0]).toMatchObject({ status: 'stopped', text: 'Eins 二 👋 vier' });
  },
  { config: { trustProxy: '127.0.0.1' } },
);

/** Joins a stream, and leaves it once it has said exactly this. */
async function readUntil(browser: Browser, message: number, whole: string, lastEventId?: string): Promise<void> {
  const events = [];
  for await (const event of browser.stream(message, lastEventId)) {
    events.push(event);
    const text = textOf(events);
    if (text.length >= whole.length) return expect(text).toBe(whole);
  }
  throw new Error(`The stream has ended with: ${textOf(events)}`);
}
