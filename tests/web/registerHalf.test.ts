import { expect, it } from 'vitest';
import { halfIn, registerHalf } from '../../src/web/plugins/registerHalf.ts';
import { definePlugin } from '../../src/web/plugins/extend.ts';

const registered: string[] = [];
const named = (name: string, requires: readonly string[] = []) =>
  definePlugin({ name, requires, register: () => void registered.push(name) });

it.each([
  ['has no default export', undefined, /default export is no plugin: write "export default definePlugin/],
  ['exports something else', { name: 'tide' } as never, /default export is no plugin/],
  ['has not the name of its folder', named('ebb'), 'name: "ebb" must be "tide", as its folder is called.'],
  ['requires a plugin that is off', named('tide', ['moon', 'sea']), 'requires: the plugin "sea" is off.'],
])('registers nothing of a browser half that %s, and says why', (_what, half, reason) => {
  registered.length = 0;
  expect(() => registerHalf('tide', half, ['sea'])).toThrow(reason);
  expect(registered).toEqual([]);
  expect(halfIn('tide')).toBeUndefined();
});

it('registers what a browser half brings, and remembers what it says of itself', () => {
  registered.length = 0;
  const half = named('flood', ['moon']);
  registerHalf('flood', half, ['sea']);
  expect(registered).toEqual(['flood']);
  expect(halfIn('flood')).toBe(half);
});
