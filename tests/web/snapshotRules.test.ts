import { expect, it } from 'vitest';
import { inSnapshot, mayHold } from '../../src/web/table/snapshotRules.ts';

const classes = new Set(['list', 'row', 'md:wide', 'css-var-_r_0_']);

it.each([
  ['.list', true],
  ['.list .row:hover > td', true],
  ['.list .other', false],
  ['.other, .row', true],
  ['tbody > tr::before', true],
  ['.list:not(.other, .else):where(:is(.row, .gone))', true],
  ['.other:not(.list)', false],
  [String.raw`.md\:wide`, true],
  ['.css-var-_r_0_.list', true],
  ['.css-var-_r_1_.list', false],
])('tells whether %s may hold of something: %s', (selectors, expected) => {
  expect(mayHold(selectors, classes)).toBe(expected);
});

it('speaks of what stands for the document', () => {
  expect(inSnapshot(":root[data-theme='dark'] body .list, html > body")).toBe(
    ".page-html[data-theme='dark'] .page-body .list, .page-html > .page-body",
  );
  expect(inSnapshot('.boot-body, .html, #body, tbody, .list body-part')).toBe(
    '.boot-body, .html, #body, tbody, .list body-part',
  );
});
