import { expect, it } from 'vitest';
import { FairQueue, type QueuePlace } from '#plugin';

/** A queue whose jobs end when they are told to, and the order in which they began. */
function controlled<Name extends string>(classes: Record<Name, { share: number; most?: number; mostOfKey?: number }>) {
  const limits = Object.fromEntries(
    Object.entries<{ share: number; most?: number; mostOfKey?: number }>(classes).map(([name, given]) => [
      name,
      { most: 1000, mostOfKey: 1000, ...given },
    ]),
  ) as Record<Name, { share: number; most: number; mostOfKey: number }>;
  const queue = new FairQueue<Name>(1, limits);
  const began: string[] = [];
  let end = (): void => {};
  const add = (name: Name, key: string): QueuePlace | undefined => {
    const place = queue.enter(name, key);
    void place?.run(() => {
      began.push(`${name} ${key}`);
      return new Promise<void>((resolve) => (end = resolve));
    });
    return place;
  };
  const step = async (): Promise<void> => {
    end();
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  return { queue, began, add, step };
}

it('gives classes that wait their shares', async () => {
  const { began, add, step } = controlled({ large: { share: 3 }, small: { share: 1 } });
  for (let turn = 0; turn < 100; turn += 1) {
    add('small', 'a');
    add('large', 'b');
  }
  for (let turn = 0; turn < 39; turn += 1) await step();
  expect(began).toHaveLength(40);
  expect(began.filter((each) => each.startsWith('large'))).toHaveLength(30);
});

it('runs keys of one class in turn, however many jobs each has', async () => {
  const { began, add, step } = controlled({ one: { share: 1 } });
  for (let turn = 0; turn < 50; turn += 1) add('one', 'loud');
  add('one', 'quiet');
  for (let turn = 0; turn < 2; turn += 1) await step();
  expect(began).toEqual(['one loud', 'one loud', 'one quiet']);
});

it('lets a class that was empty begin at once, without what it did not use meanwhile', async () => {
  const { began, add, step } = controlled({ busy: { share: 1 }, rare: { share: 1 } });
  for (let turn = 0; turn < 40; turn += 1) add('busy', 'a');
  for (let turn = 0; turn < 20; turn += 1) await step();
  for (let turn = 0; turn < 10; turn += 1) add('rare', 'b');
  began.length = 0;
  for (let turn = 0; turn < 10; turn += 1) await step();
  expect(began.filter((each) => each.startsWith('rare'))).toHaveLength(5);
  expect(began.slice(0, 2)).toContain('rare b');
});

it('refuses at once who finds no place, of a class or of a key, and takes others when places are left', async () => {
  const { queue, add } = controlled({ one: { share: 1, most: 3, mostOfKey: 2 } });
  const [first] = [add('one', 'a'), add('one', 'a')];
  expect(add('one', 'a')).toBeUndefined();
  expect(queue.isFull('one')).toBe(false);
  expect(add('one', 'b')).toBeDefined();
  expect(queue.isFull('one')).toBe(true);
  expect(add('one', 'c')).toBeUndefined();
  first!.leave();
  first!.leave();
  expect(add('one', 'c')).toBeDefined();
  expect(add('one', 'd')).toBeUndefined();
});

it('goes on after a job that fails', async () => {
  const queue = new FairQueue(1, { one: { share: 1, most: 9, mostOfKey: 9 } });
  await expect(queue.enter('one', 'a')!.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await queue.enter('one', 'a')!.run(async () => 'done')).toBe('done');
});
