import { expect, it } from 'vitest';
import { inPictureQueue } from '../server/pictureQueue.ts';

/** Work of people that ends when it is told to, and in which order it began. */
function work() {
  const began: string[] = [];
  const ends: (() => void)[] = [];
  const begin = (who: string, signal?: AbortSignal): Promise<string> =>
    inPictureQueue({ kind: 'files', who, signal }, () => {
      began.push(who);
      return new Promise<string>((resolve) => ends.push(() => resolve(who)));
    });
  const endAll = async (all: readonly Promise<unknown>[]): Promise<void> => {
    const done = Promise.allSettled(all);
    let isDone = false;
    void done.then(() => (isDone = true));
    while (!isDone) {
      ends.splice(0).forEach((end) => end());
      await new Promise(setImmediate);
    }
  };
  return { began, begin, endAll };
}

it('whoever sends many pictures waits behind who sends one', async () => {
  const { began, begin, endAll } = work();
  const all = [...Array.from({ length: 10 }, () => begin('many')), begin('one')];
  await endAll(all);
  expect(began.indexOf('one')).toBeLessThan(4);
  expect(began).toHaveLength(11);
});

it('nobody has more than twenty pictures waiting, and places come back', async () => {
  const { begin, endAll } = work();
  const twenty = Array.from({ length: 20 }, () => begin('many'));
  await expect(begin('many')).rejects.toThrow('server:tooSlow');
  const other = begin('other');
  await endAll([...twenty, other]);
  expect(await other).toBe('other');
  const again = begin('many');
  await endAll([again]);
  expect(await again).toBe('many');
});

it('a picture whose sender has hung up is not looked at when its turn comes', async () => {
  const { began, begin, endAll } = work();
  const before = [begin('first'), begin('second')];
  const hungUp = new AbortController();
  const given = begin('third', hungUp.signal);
  const refused = expect(given).rejects.toThrow('server:tooSlow');
  hungUp.abort();
  await endAll([...before, given]);
  await refused;
  expect(began).toEqual(['first', 'second']);
});
