import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { testPlugin, type TestPlace, type TestServer } from '#test';
import { LiveEnd, liveTextOf, longestLive, mostBytes, mostLiveLines, pace, type LiveText } from '../server/liveEnd.ts';
import { LiveView } from '../server/liveViews.ts';
import { RunOutput } from '../server/runOutput.ts';
import { quick, tries } from './hostileCommands.ts';
import { runOf, view } from './terminalClient.ts';

const folder = mkdtempSync(join(tmpdir(), 'terminal-live-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
/** The file that a command waits for. */
const gate = ({ database }: TestPlace, name: string): string => join(folder, `${name}-${database.length}`);
const queryOf = (file: string) => ({ params: JSON.stringify({ file }) });
const partial = { partial: '1' };
const question = '\u001b[31mname? ';

testPlugin.onEither('a line that is not ended is shown as it comes', [quick(), tries()], async (server, place) => {
  const token = await server.signIn();
  const query = queryOf(gate(place, 'ask'));
  const plain = view(server, 'try.ask', 'ask-1', { token, query });
  const first = view(server, 'try.ask', 'ask-1', { token, query: { ...query, ...partial } });
  await expect.poll(() => first.partial).toContain(question);
  // Whoever comes later is told too, and on any instance.
  const elsewhere = place.database === 'sqlite' ? server : await place.start([quick(), tries()]);
  const later = view(elsewhere, 'try.ask', 'ask-1', { token, query: { ...query, ...partial, chunks: '1' } });
  await expect.poll(() => later.partial).toContain(question);
  const shown = { data: question, uuid: 'ask-1', extend: '', key: 'try.ask', partial: true };
  expect(first.messages.find((message) => message.partial)).toEqual(shown);
  await later.seen(/^before$/);
  const stored = (await download(server, token, 'ask-1')).length;
  // It is no place to come back to, and nothing that is kept.
  expect(Number(later.lastId)).toBe(stored);

  writeFileSync(gate(place, 'ask'), '');
  await Promise.all([plain, first, later].map(({ ended }) => ended));
  const lines = ['before', `${question}yes`, 'exitCode: 0'];
  for (const each of [plain, first, later]) expect(each.lines.slice(1)).toEqual(lines);
  expect(plain.messages.filter((message) => message.partial)).toEqual([]);
  expect(new Set([...first.partial, ...later.partial])).toEqual(new Set([question]));
  const text = await download(server, token, 'ask-1');
  expect(text.split('\n').slice(1, -1)).toEqual(['before', 'name? yes', 'exitCode: 0']);
  const uncoloured = plain.lines.map((line) => line.length + 1).reduce((sum, length) => sum + length);
  expect((await runOf(server, token, 'ask-1'))!.length).toBe(uncoloured);
});

testPlugin.onEither(
  'the end of an output that is too long is shown as it comes',
  [quick(), tries()],
  async (server, place) => {
    const token = await server.signIn();
    const query = { ...queryOf(gate(place, 'endless')), chunks: '1' };
    const viewed = view(server, 'try.endless', 'endless-1', { token, query: { ...query, ...partial } });
    await expect.poll(() => viewed.partial.at(-1)).toMatch(/^end \d+\n/);
    await expect.poll(() => viewed.lines.at(-1)).toMatch(/^… This output is too long/);
    const stored = viewed.lines.length;
    const before = Number(/^end (\d+)/.exec(viewed.partial.at(-1)!)![1]);
    await expect.poll(() => Number(/^end (\d+)/.exec(viewed.partial.at(-1)!)![1])).toBeGreaterThan(before + 20);
    // Nothing of it was stored meanwhile.
    expect(viewed.lines).toHaveLength(stored);
    const shown = viewed.partial.at(-1)!.split('\n');
    expect(shown.length).toBe(mostLiveLines);
    const last = Number(/^end (\d+)$/.exec(shown.at(-2)!)![1]);
    expect(shown.slice(-3)).toEqual([`end ${last - 1}`, `end ${last}`, `not yet ${last}`]);

    writeFileSync(gate(place, 'endless'), '');
    await viewed.ended;
    expect(viewed.lines.slice(-2)).toEqual(['let go', 'exitCode: 0']);
    expect(viewed.lines[stored]).toMatch(/^… \d+ characters left out …$/);
  },
);

testPlugin.onEither(
  'a control message that is not ended is marked as one that is',
  [quick(), tries()],
  async (server, place) => {
    const token = await server.signIn();
    const query = { ...queryOf(gate(place, 'forge')), ...partial };
    const viewed = view(server, 'try.forgeLive', 'forge-live', { token, query });
    await expect.poll(() => viewed.partial).toContain('| command-exec-success');
    expect(viewed.controls).toEqual(['command-link-success']);
    writeFileSync(gate(place, 'forge'), '');
    await viewed.ended;
  },
);

const download = async (server: TestServer, token: string, uuid: string): Promise<string> =>
  (await server.request('GET', `/api/admin/Terminal/output?uuid=${uuid}`, { token })).text;

it('tells what has changed, soon and not more often than that', async () => {
  const told: LiveText[] = [];
  let live: LiveText = { at: 0, text: '' };
  let looks = 0;
  const end = new LiveEnd(
    () => {
      looks += 1;
      return live;
    },
    async (text) => void told.push(text),
  );
  const change = (at: number, text: string): void => {
    live = { at, text };
    end.changed();
  };
  for (let count = 0; count < 1000; count += 1) change(5, `${count}`);
  await expect.poll(() => told).toEqual([{ at: 5, text: '999' }]);
  // The same again is no news, and that a line has ended is told by the line.
  for (const at of [5, 10]) {
    const before = looks;
    change(at, at === 5 ? '999' : '');
    await expect.poll(() => looks).toBeGreaterThan(before);
  }
  expect(told).toHaveLength(1);
  change(10, 'next');
  await expect.poll(() => told.at(-1)).toEqual({ at: 10, text: 'next' });
  change(10, '');
  await expect.poll(() => told.at(-1)).toEqual({ at: 10, text: '' });
  change(10, 'again');
  await expect.poll(() => told.at(-1)).toEqual({ at: 10, text: 'again' });
  expect(told).toHaveLength(4);
  end.again();
  await expect.poll(() => told).toHaveLength(5);
  expect(told.at(-1)).toEqual({ at: 10, text: 'again' });

  const [began, before] = [performance.now(), told.length];
  for (let count = 0; performance.now() - began < pace * 4; count += 1) {
    change(20, `${count}`);
    await setImmediate();
  }
  // A timer may be a millisecond early.
  expect(told.length - before).toBeLessThanOrEqual((performance.now() - began) / (pace - 2));
});

it('tells few lines, and of each its beginning', () => {
  const lines = Array.from({ length: 40 }, (_, at) => `line ${at}`);
  expect(liveTextOf(lines)).toBe(lines.slice(-mostLiveLines).join('\n'));
  expect(liveTextOf([`${'x'.repeat(longestLive)}yz`])).toBe(`${'x'.repeat(longestLive)}…`);
  expect(liveTextOf([`${'x'.repeat(longestLive - 1)}🌍`])).toBe(`${'x'.repeat(longestLive - 1)}…`);
  expect(liveTextOf([`${'x'.repeat(longestLive - 2)}\u001b[31mred`])).toBe(`${'x'.repeat(longestLive - 2)}…`);
  const wide = Array.from({ length: mostLiveLines }, () => '世'.repeat(longestLive));
  const text = liveTextOf(wide);
  expect(text.split('\n')).toHaveLength(1);
  expect(Buffer.byteLength(JSON.stringify(text))).toBeLessThanOrEqual(mostBytes);
});

it('has the last lines of an output only when they are not stored', async () => {
  const writer = { id: '', append: async () => true, end: async () => {} };
  const output = new RunOutput(writer, { cut: () => 'cut\n', left: () => 'left\n' });
  await output.add('stored\n');
  expect(output.lastLines(3)).toEqual([]);
  await output.add(`${'x'.repeat(8_388_608)}\n`);
  await output.add('a\nb\n');
  await output.add('\nc\n');
  expect(output.lastLines(3)).toEqual(['b', '', 'c']);
  expect(output.lastLines(1)).toEqual(['c']);
});

it('waits with a text until all that stands before it has come', async () => {
  let give = (_text: string): void => {};
  async function* source(): AsyncGenerator<string> {
    for (;;) yield await new Promise<string>((resolve) => (give = resolve));
  }
  const live = new LiveView(() => {});
  const seen = live.among(source());
  const next = seen.next();
  live.put({ at: 10, text: 'early' });
  expect(await next).toEqual({ done: false, value: undefined });
  expect(live.take(5)).toBeUndefined();
  give('lines');
  expect(await seen.next()).toEqual({ done: false, value: 'lines' });
  expect(live.take(10)).toBe('early');
  expect(live.take(10)).toBeUndefined();
  live.put({ at: 10, text: 'late' });
  expect(live.take(20)).toBeUndefined();
  expect(live.take(10)).toBeUndefined();
});
