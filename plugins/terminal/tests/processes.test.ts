import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { cleanEnvironment } from '../server/environment.ts';
import { isolation } from '../server/isolation.ts';
import { membersOf } from '../server/processes.ts';
import { runProcess } from '../server/runProcess.ts';
import { tryCommands } from './hostileCommands.ts';

const folder = mkdtempSync(join(tmpdir(), 'terminal-processes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const forking = tryCommands.find(({ name }) => name === 'try.forking')!;
const start = (mark: string, isolated?: Parameters<typeof runProcess>[0]['isolation']) => {
  let text = '';
  const running = runProcess({
    file: process.execPath,
    args: [...forking.argv.slice(1, -1), join(folder, `${mark}-`)],
    folder,
    environment: cleanEnvironment(process.env, { mark, language: 'en' }),
    mark,
    output: async (lines) => void (text += lines),
    ...(isolated && { isolation: isolated }),
  });
  return { running, text: () => text };
};

it.each([
  ['with a name space', undefined],
  ['without one', { wrap: (file: string, args: readonly string[]) => [file, ...args] as const, holders: 0 }],
])('ends whatever a command has started, in sessions of its own too, %s', async (_what, isolated) => {
  const mark = `mark-${process.pid}-${isolated ? 'bare' : 'space'}`;
  const { running, text } = start(mark, isolated);
  await expect.poll(text).toContain('forked');
  expect(readdirSync(folder).filter((name) => name.startsWith(mark))).toHaveLength(4);
  expect(membersOf({ mark }, false).length).toBeGreaterThanOrEqual(5);
  await running.end(200);
  expect(await running.ended).toBeGreaterThan(128);
  expect(membersOf({ mark }, false)).toEqual([]);
});

it('is asked to end before it is killed', async () => {
  let text = '';
  const mark = `asked-${process.pid}`;
  const running = runProcess({
    file: process.execPath,
    args: [
      '-e',
      `process.on('SIGTERM', () => { console.log('asked'); process.exit(0); }); setInterval(() => {}, 99); console.log('on')`,
    ],
    folder,
    environment: cleanEnvironment(process.env, { mark, language: 'en' }),
    mark,
    output: async (lines) => void (text += lines),
  });
  await expect.poll(() => text).toContain('on');
  await running.end(60_000);
  expect(await running.ended).toBe(0);
  expect(text).toBe('on\nasked\n');
});

it('knows whether the system has name spaces', () => {
  expect([0, 2]).toContain(isolation().holders);
});

it('lets others have their turn after each piece of a flood without lines', async () => {
  const mark = `flood-${process.pid}`;
  let [inTurn, most, pieces] = [0, 0, 0];
  let isOver = false;
  const count = (): void => {
    most = Math.max(most, inTurn);
    inTurn = 0;
    if (!isOver) setImmediate(count);
  };
  count();
  const running = runProcess({
    file: 'head',
    args: ['-c', '20000000', '/dev/zero'],
    folder,
    environment: cleanEnvironment(process.env, { mark, language: 'en' }),
    mark,
    output: async () => {},
    printed: () => {
      inTurn += 1;
      pieces += 1;
    },
  });
  expect(await running.ended).toBe(0);
  isOver = true;
  expect(pieces).toBeGreaterThan(100);
  expect(most).toBeLessThanOrEqual(2);
});
