import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TableWatch } from '../../src/server/events/tableWatch.ts';

const interval = 1000;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('asks once in each interval, also when somebody comes while a question of before is under way', async () => {
  const waiting: (() => void)[] = [];
  let isSlow = false;
  const stateOf = vi.fn((): Promise<string> =>
    isSlow ? new Promise((resolve) => void waiting.push(() => resolve('1'))) : Promise.resolve('1'),
  );
  const watch = new TableWatch({ stateOf }, ['note'], interval, (error) => expect.unreachable(String(error)));
  const leave = await watch.listen(() => {});
  isSlow = true;
  await vi.advanceTimersByTimeAsync(interval);
  isSlow = false;
  leave();
  await watch.listen(() => {});
  for (const answer of waiting.splice(0)) answer();
  await vi.advanceTimersByTimeAsync(interval / 2);
  stateOf.mockClear();
  await vi.advanceTimersByTimeAsync(10 * interval);
  expect(stateOf).toHaveBeenCalledTimes(10);
});
