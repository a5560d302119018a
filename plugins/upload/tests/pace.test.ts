import { channel } from 'node:diagnostics_channel';
import { setImmediate as immediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Pace } from '../server/pace.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** How many of three have passed one after the other by now. */
function three(pace: Pace): () => number {
  let passed = 0;
  for (let at = 0; at < 3; at += 1) void pace.pass().then(() => (passed += 1));
  return () => passed;
}

/** Several turns of the event loop, in no time by the clock. */
async function turns(): Promise<void> {
  for (let at = 0; at < 5; at += 1) await immediate();
}

it('lets one pass in each turn, and leaves a moment to others while requests come', async () => {
  const pace = new Pace(1);
  const alone = three(pace);
  await turns();
  expect(alone()).toBe(3);

  await vi.advanceTimersByTimeAsync(50);
  channel('http.server.request.start').publish({});
  const beside = three(pace);
  const seen: number[] = [];
  for (let at = 0; at < 3; at += 1) {
    await turns();
    seen.push(beside());
    await vi.advanceTimersByTimeAsync(1);
  }
  expect([...seen, beside()]).toEqual([1, 2, 3, 3]);

  await vi.advanceTimersByTimeAsync(100);
  const after = three(pace);
  await turns();
  expect(after()).toBe(3);
});
