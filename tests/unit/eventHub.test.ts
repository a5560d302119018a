import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { localChannel } from '../../src/server/events/localChannel.ts';
import { Failures } from '../../src/server/fence/failures.ts';
import { EventHub } from '../../src/server/services/eventHub.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('waits for whoever takes over what is a visitor’s as long as a hook may take, and says that it is not done', async () => {
  const logged: string[] = [];
  const log = (message: string): void => void logged.push(message);
  const hub = new EventHub({
    channel: localChannel(),
    failures: new Failures(log),
    limits: { hook: 2000, stop: 600 },
    log,
  });
  const tell = () => hub.tellHere('visitor-signed-in', { realm: 'guest', id: 1, visitor: 'v' });
  const end = await hub.of('slow').subscribe('visitor-signed-in', () => new Promise(() => {}));
  const heard: string[] = [];
  await hub.of('quick').subscribe('visitor-signed-in', ({ visitor }) => void heard.push(visitor));

  let done: boolean | undefined;
  const told = tell().then((all) => (done = all));
  await vi.advanceTimersByTimeAsync(1999);
  expect([done, heard]).toEqual([undefined, ['v']]);
  await vi.advanceTimersByTimeAsync(1);
  await told;
  expect(done).toBe(false);
  expect(logged).toEqual([
    expect.stringContaining('slow: its subscriber of "visitor-signed-in": took longer than 2000 ms'),
  ]);

  end();
  expect(await tell()).toBe(true);
});
