import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchPart, isMissingPart } from '../../src/web/loading/missingParts.ts';

/** What browsers say of a module that they cannot fetch. */
const missing = (): Error => new TypeError('Failed to fetch dynamically imported module: http://localhost/assets/a.js');
const { locks } = navigator;

beforeEach(() => {
  const items = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  });
  vi.stubGlobal('navigator', { onLine: true, locks });
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What came of it once every timer has run. */
async function settled<T>(part: Promise<T>): Promise<PromiseSettledResult<T>> {
  const ended = Promise.allSettled([part]);
  await vi.runAllTimersAsync();
  return (await ended)[0];
}

describe('fetchPart', () => {
  it.each([
    'Failed to fetch dynamically imported module: http://localhost/assets/a.js',
    'error loading dynamically imported module: http://localhost/assets/a.js',
    'Importing a module script failed.',
  ])('knows what is missing by "%s"', (message) => {
    expect(isMissingPart(new TypeError(message))).toBe(true);
    expect(isMissingPart(new Error('Cannot read properties of undefined'))).toBe(false);
  });

  it('tries once more by itself', async () => {
    const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(missing()).mockResolvedValue('part');
    expect(await settled(fetchPart(load))).toEqual({ status: 'fulfilled', value: 'part' });
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('gives up after the second try', async () => {
    const load = vi.fn<() => Promise<string>>().mockImplementation(() => Promise.reject(missing()));
    expect(await settled(fetchPart(load))).toMatchObject({ status: 'rejected' });
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('does not try again while offline, nor what is there but throws', async () => {
    const throwing = vi.fn<() => Promise<string>>().mockRejectedValue(new Error('thrown by the module'));
    expect(await settled(fetchPart(throwing))).toMatchObject({ status: 'rejected' });
    expect(throwing).toHaveBeenCalledTimes(1);
    vi.stubGlobal('navigator', { onLine: false, locks });
    const load = vi.fn<() => Promise<string>>().mockImplementation(() => Promise.reject(missing()));
    expect(await settled(fetchPart(load))).toMatchObject({ status: 'rejected' });
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('makes one second try for ten windows that miss the same', async () => {
    const load = vi.fn<() => Promise<string>>().mockImplementation(() => Promise.reject(missing()));
    const ended = await settled(Promise.allSettled(Array.from({ length: 10 }, () => fetchPart(load))));
    expect(ended).toMatchObject({ value: Array.from({ length: 10 }, () => ({ status: 'rejected' })) });
    expect(load).toHaveBeenCalledTimes(11);
  });

  it('waits for what is slow, but not for ever, and does not ask for it again', async () => {
    const load = vi.fn<() => Promise<string>>().mockReturnValue(new Promise(() => {}));
    const ended = await settled(fetchPart(load));
    expect(isMissingPart((ended as PromiseRejectedResult).reason)).toBe(true);
    expect(load).toHaveBeenCalledTimes(1);
  });
});
