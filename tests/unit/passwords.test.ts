import { expect, it } from 'vitest';
import { createPasswords, type Rank } from '../../src/server/session/passwords.ts';

it('refuses a hash that would wait too long at once, and makes one again when there is room', async () => {
  const passwords = createPasswords();
  // Where new passwords wait; nobody who signs in does.
  const enter = () => passwords.enter('new' as Rank, 'somebody');
  const held = [];
  for (let place = enter(); place; place = enter()) held.push(place);
  await expect(passwords.hash('Person-1')).rejects.toMatchObject({ key: 'server:busy', options: { status: 503 } });
  for (const place of held) place.leave();
  const hash = await passwords.hash('Person-1');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  const check = (password: string) => passwords.verify(passwords.enter('clean', password)!, password, hash);
  expect(await check('Person-1')).toBe(true);
  expect(await check('Person-2')).toBe(false);
});

it('fails for whoever asks, and for nobody else, where no hash can be made', async () => {
  const unheard: unknown[] = [];
  const hear = (reason: unknown): void => void unheard.push(reason);
  process.on('unhandledRejection', hear);
  // Less memory than argon2id takes.
  const passwords = createPasswords({ memory: 1, passes: 1 });
  await expect(passwords.hash('Person-1')).rejects.toThrow();
  await new Promise((resolve) => setImmediate(resolve));
  const check = passwords.verify(passwords.enter('clean', 'nobody')!, 'Person-1', undefined);
  await expect(check).rejects.toThrow();
  process.off('unhandledRejection', hear);
  expect(unheard).toEqual([]);
});
