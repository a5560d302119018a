import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pluginShortcuts, registerShortcut } from '../../src/web/plugins/shortcuts.tsx';

const options = { label: 'notes:panel', onPress: () => {} };
const bring = (plugin: string, name: string): void => registerShortcut({ name, plugin, ...options });
let reported: string[];
beforeEach(() => {
  reported = [];
  vi.spyOn(console, 'error').mockImplementation((where: string, error: Error) => {
    reported.push(`${where}: ${error.message}`);
  });
});
afterEach(() => void vi.restoreAllMocks());
const keysOf = (plugin: string): string[] => pluginShortcuts.of(plugin).map(({ name }) => name);

it.each(['G', '7', '.', ';', 'Mod+J', 'Mod+.'])('lets a plugin have %s', (keys) => {
  bring('taking', keys);
  expect([keysOf('taking').includes(keys), reported]).toEqual([true, []]);
});

it.each(['', 'g', 'Mod+j', 'mod+J', 'GG', 'Mod+', 'Ctrl+J', 'Enter', ' ', '好', 'é'])(
  'tells what keys are instead of “%s”',
  (keys) => {
    expect(() => bring('wrong', keys)).toThrow(
      `registerShortcut: "${keys}" must be a capital letter, a digit or a sign, or "Mod+" and one of them.`,
    );
    expect(keysOf('wrong')).toEqual([]);
  },
);

it.each([
  ['N', 'The product itself has it ("new"), which holds.'],
  ['?', 'The product itself has it ("help"), which holds.'],
  ['Mod+K', 'The product itself has it ("palette"), which holds.'],
  ['Mod+S', 'The product itself has it ("save"), which holds.'],
  ['Mod+C', 'Browsers have it themselves, which holds.'],
  ['Mod+1', 'Browsers have it themselves, which holds.'],
])('leaves %s to whom it belongs, and says so', (keys, reason) => {
  bring('greedy', keys);
  expect([keysOf('greedy'), reported]).toEqual([[], [`[plugin greedy] conflict shortcut ${keys}: ${reason}`]]);
});

it.each([
  [['early', 'late'], 'X'],
  [['late', 'early'], 'Y'],
])('gives the keys of two plugins to the first by name when they arrive as %j', (plugins, keys) => {
  for (const plugin of plugins) bring(plugin, keys);
  expect(pluginShortcuts.named(keys)?.plugin).toBe('early');
  expect(reported).toEqual([
    `[plugin late] conflict shortcut ${keys}: "early" and "late" both bring it; that of "early" holds.`,
  ]);
});
