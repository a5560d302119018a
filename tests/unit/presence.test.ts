import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Caller } from '#resource';
import { localChannel } from '../../src/server/events/localChannel.ts';
import { Presence } from '../../src/server/presence/presence.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const caller = (id: number, username: string) => ({ realm: 'admin', id, username }) as Caller;
const [ann, ben] = [caller(1, 'ann'), caller(2, 'ben')];
const record = { table: 'tag', id: 7 };

it('tells who stays that a window was not heard of again, and only then', async () => {
  const presence = new Presence({ channel: localChannel(), patience: 60_000 });
  const told = vi.fn<(of: object) => void>();
  const end = await presence.listen(ann, told);
  await presence.note(ben, record, 'of ben', 'view');
  // She is not there.
  expect(told).not.toHaveBeenCalled();
  await presence.note(ann, record, 'of ann', 'view');
  expect(told.mock.calls).toEqual([[record]]);
  for (let at = 0; at < 2; at += 1) {
    await vi.advanceTimersByTimeAsync(20_000);
    await presence.note(ann, record, 'of ann', 'view');
  }
  expect(presence.others(ann, record)).toEqual([{ id: 2, name: 'ben', doing: 'view' }]);
  await vi.advanceTimersByTimeAsync(20_000);
  await presence.note(ann, record, 'of ann', 'view');
  await vi.advanceTimersByTimeAsync(15_001);
  expect(presence.others(ann, record)).toEqual([]);
  expect(presence.others(ben, record)).toEqual([{ id: 1, name: 'ann', doing: 'view' }]);
  expect(told.mock.calls).toEqual([[record], [record]]);
  end();
  await presence.note(ben, record, 'of ben', 'edit');
  expect(told).toHaveBeenCalledTimes(2);
  await presence.close();
});

it('keeps no timer while nobody is anywhere', async () => {
  const presence = new Presence({ channel: localChannel(), patience: 60_000 });
  await presence.note(ben, record, 'of ben', 'view');
  // Messages come in a turn of their own.
  await vi.advanceTimersByTimeAsync(1);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(90_000);
  expect(vi.getTimerCount()).toBe(0);
  await presence.note(ben, record, 'of ben');
  await vi.advanceTimersByTimeAsync(90_000);
  expect(vi.getTimerCount()).toBe(0);
});
