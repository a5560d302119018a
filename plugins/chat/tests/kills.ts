import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { runProgram, type TestPlace, type TestServer } from '#test';
import type { ServerPlugin } from '#plugin';
import type { Answering, ConversationAnswer, KeyInfo, Sent } from '../shared/wire.ts';
import type { Browser } from './browser.ts';
import { configure, type Members } from './members.ts';
import { delta, open, says, type ModelServer } from './modelServer.ts';

const prices = { chat_price_in: 100, chat_price_out: 1000, chat_max_tokens: 100, chat_titles: 0 };
const unlimited = { chat_per_minute: 10_000, chat_parallel: 100 };
const root = new URL('../../..', import.meta.url).pathname;

interface Kills {
  readonly centre: Members;
  readonly plugins: readonly ServerPlugin[];
  readonly model: ModelServer;
  readonly environment: Readonly<Record<string, string>>;
  readonly rounds: number;
}

/** Kills a server at one step after the other: every answer and call is whole, or has cost nothing. */
export async function killAgainAndAgain(
  first: TestServer,
  { dataDir, databaseUrl, start }: TestPlace,
  { centre, plugins, model, environment, rounds }: Kills,
): Promise<void> {
  await configure(first, { ...prices, ...unlimited });
  const { id, browser } = await centre.add(first, 'ann', 100_000);
  const { data: key } = await browser.post<KeyInfo>('addKey', { name: 'program' });
  await first.close();
  const given = { DATA_DIR: dataDir, ...environment, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  const sent: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const program = runProgram(given, root);
    browser.server = { ...first, address: await program.address };
    // Some are complete, some are on their way, one is silent, and some are being begun.
    model.answer = says('Complete.', [10, 20]);
    const complete = (await send(browser)).answer.id;
    sent.push(complete);
    await browser.ended(complete);
    model.answer = (response) => void open(response).write(delta('So far'));
    // One of them is stopped at the same moment.
    const halves = [await half(browser), await half(browser)] as const;
    sent.push(...halves);
    // A call of a program, of which something has come.
    const called = await callApi(browser, key.secret!);
    await called.body!.getReader().read();
    const begun = [
      ...Array.from({ length: 6 }, () => send(browser)),
      ...Array.from({ length: 3 }, () => callApi(browser, key.secret!)),
    ];
    const beginning = Promise.allSettled([...begun, stop(browser, halves[1])]);
    await new Promise((resolve) => setTimeout(resolve, ((round + 1) * 13) % 300));
    program.child.kill('SIGKILL');
    await program.ended;
    await beginning;
  }
  const again = await start(plugins);
  browser.server = again;
  const rows = () => centre.host.rows('chat_message', centre.host.system);
  // PostgreSQL takes half a minute to see that a writer is silent: it is over.
  await again.app.database.write(async ({ db }) => {
    await db.updateTable('output_log').set({ beat_time: 0 }).where('state', '=', 'running').execute();
  });
  const { list } = await browser.list({ limit: '100' });
  for (const { id: code } of list) await browser.open(code);
  // The next message gives free what calls of a killed server hold.
  model.answer = says('Complete.', [10, 20]);
  await browser.ended((await browser.send('x')).answer.id);
  expect(await centre.host.rows('chat_call', centre.host.system).count()).toBe(0);
  for (const row of await rows().list({ status: 'running' })) await browser.events(row.id);
  expect(await rows().count({ status: 'running' })).toBe(0);
  const answers = await rows().list({ role: 'assistant' });
  expect(answers.length).toBeGreaterThanOrEqual(sent.length);
  for (const { status, text, cost } of answers) {
    if (status === 'done') expect([text, cost]).toEqual(['Complete.', 21]);
    else if (status === 'interrupted') expect([['', 'So far'].includes(text ?? ''), cost ?? 0]).toEqual([true, 0]);
    else expect(status).toBe('stopped');
  }
  const spent = answers.reduce((sum, { cost }) => sum + (cost ?? 0), 0);
  expect(await centre.points(id)).toEqual([100_000 - spent, 100_000 - spent]);
  // What was interrupted can be gone on with.
  const one = answers.find(({ status, text }) => status === 'interrupted' && text === 'So far')!;
  model.answer = says(' and on.', [10, 20]);
  await browser.post<Answering>('continue', { message_id: one.id, key: randomUUID() });
  expect(await browser.ended(one.id)).toMatchObject({ status: 'done', text: 'So far and on.', cost: 21 });
}

const callApi = ({ server }: Browser, key: string): Promise<Response> =>
  fetch(`${server.address}/api/chat/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'test-model', stream: true, messages: [{ role: 'user', content: 'x' }] }),
  });

async function send(browser: Browser): Promise<Sent> {
  const answer = await fetch(`${browser.server.address}/api/chat/send`, {
    method: 'POST',
    headers: { ...browser.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'x', conversation_id: null, key: randomUUID() }),
  });
  const { code, data, msg } = (await answer.json()) as { code: number; msg: string; data: Sent };
  if (code !== 1) throw new Error(msg);
  return data;
}

/** Sends a message of whose answer something has come. */
async function half(browser: Browser): Promise<number> {
  const { conversation, answer } = await send(browser);
  const text = async () =>
    (await read<ConversationAnswer>(browser, `conversation?id=${conversation.id}`)).messages.at(-1)!.text;
  await expect.poll(text, { timeout: 300_000 }).toBe('So far');
  return answer.id;
}

/** Of the process that runs now. */
async function read<T>(browser: Browser, url: string): Promise<T> {
  const answer = await fetch(`${browser.server.address}/api/chat/${url}`, { headers: browser.headers });
  return ((await answer.json()) as { data: T }).data;
}

async function stop(browser: Browser, message_id: number): Promise<number> {
  const answer = await fetch(`${browser.server.address}/api/chat/stop`, {
    method: 'POST',
    headers: { ...browser.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ message_id }),
  });
  return answer.status;
}
