import { afterEach, expect, it } from 'vitest';
import { webPluginIn } from '../../src/web/plugins/definePlugin.ts';
import { webOf } from '../../src/web/plugins/extend.ts';

// As the server writes it into the page.
const meta =
  document.querySelector<HTMLMetaElement>('meta[name="plugins-off"]') ??
  document.head.appendChild(Object.assign(document.createElement('meta'), { name: 'plugins-off' }));
const before = meta.content;
afterEach(() => {
  meta.content = before;
});

it.each([
  ['is not called as its folder', { name: 'ebb' }, 'name: "ebb" must be "tide", as its folder is called.'],
  ['requires a plugin that is off', { name: 'tide', requires: ['moon', 'sea'] }, 'requires: the plugin "sea" is off.'],
])('registers nothing of a browser half that %s, and says why', (_what, parts, reason) => {
  meta.content = 'land sea';
  let isRegistered = false;
  const half = webOf('tide').definePlugin({ ...parts, register: () => void (isRegistered = true) });
  expect(() => half.register()).toThrow(reason);
  expect([isRegistered, webPluginIn('tide')]).toEqual([false, undefined]);
});

it('registers what a browser half brings, and remembers what it says of itself', () => {
  meta.content = 'land sea';
  let isRegistered = false;
  const half = { name: 'flood', requires: ['moon'], label: 'Flood', register: () => void (isRegistered = true) };
  webOf('flood').definePlugin(half).register();
  expect([isRegistered, webPluginIn('flood')]).toEqual([true, half]);
});
