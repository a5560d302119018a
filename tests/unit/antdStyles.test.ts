import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { themeOf } from '../../src/web/settings/theme.ts';
import { antdRules, type Rules, type StyleModule } from '../../tools/vite/antd/rules.ts';
import { styleModule } from '../../tools/vite/antd/styles.ts';
import { root } from '../support/testApp.ts';

const modules = ['antd', '@ant-design/x'].flatMap((library) =>
  globSync(`node_modules/${library}/es/**/*.js`, { cwd: root }).flatMap((file): StyleModule[] => {
    const found = styleModule(join(root, file), readFileSync(join(root, file), 'utf8'));
    return found ? [found] : [];
  }),
);
const rules = antdRules(root);
const cssOf = (all: readonly Rules[]): string => all.map(({ css }) => css).join('');

/** Each rule of a sheet on a line of its own, those for all sizes of windows and those for some alike. */
const linesOf = (sheet: string): Set<string> =>
  new Set([...sheet.matchAll(/([^{}]+\{[^{}]*\})/g)].map(([, rule = '']) => rule.replaceAll(/\s+/g, ' ')));

it('makes the rules of each component', () => {
  const without = modules.filter((module) => cssOf(rules.of(module)) === '').map(({ name }) => name);
  expect(modules.length).toBeGreaterThan(60);
  expect(without).toEqual([]);
});

it('makes the same rules for each look', () => {
  const others = [themeOf(false, false), themeOf(true, true)].map((theme) => antdRules(root, theme));
  for (const module of modules)
    for (const other of others) expect(other.of(module), module.name).toEqual(rules.of(module));
  for (const other of others) expect(other.shared).toEqual(rules.shared);
});

// Static copies of what opens over a page, variables, what is left out here, and rules of the whole of a component that hang
// on one of its two classes there and on the other here.
const isOther = (rule: string): boolean =>
  /pure-panel|^\.css-var-|^\.data-ant-|-rtl\b|\.ant-table-filter/.test(rule) ||
  /^\.ant-(?:cascader|input)(?:\{box-|::before,| \[class\^)/.test(rule);

it('makes all that antd ships as a style sheet', () => {
  const made = linesOf(cssOf([...rules.shared, ...modules.flatMap((module) => rules.of(module))]));
  const shipped = linesOf(readFileSync(join(root, 'node_modules/antd/dist/antd.css'), 'utf8'));
  expect(shipped.size).toBeGreaterThan(5_000);
  expect([...shipped].filter((rule) => !made.has(rule) && !isOther(rule))).toEqual([]);
});
