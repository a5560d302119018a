import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript-5';
import { describe, expect, it } from 'vitest';
import { isOfAbsentPlugin } from '../support/absentPlugins.ts';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/specification.md'), 'utf8');
/** Where vitest looks for tests that every run of `npm test` runs (tests/vitest.config.ts). */
const isRun = (file: string): boolean =>
  /^(?:tests\/(?:unit|web|api|security|e2e)\/.+\.test\.tsx?|plugins\/\w+\/tests\/.+\.(?:test\.tsx?|e2e\.ts))$/.test(
    file,
  );

/** How many sentences each section of the specification has: none may be left out. */
const sentences: Readonly<Record<string, number>> = {
  0: 5,
  1: 25,
  2: 48,
  3: 114,
  4: 46,
  5: 28,
  6: 13,
  7: 78,
  8: 29,
  9: 26,
};
/** Sentences that say that the specification leaves something open. */
const open: readonly string[] = ['0.5', '1.25', '2.17', '5.19', '5.28', '6.13', '7.77', '7.78'];
/** Sentences that nothing tests yet. */
const untested: readonly string[] = [];

interface Row {
  readonly id: string;
  readonly statement: string;
  readonly tests: string;
}
const rows = [...page.matchAll(/^\| (\d+\.\d+) \| (.+?) \| (.+) \|$/gm)].map(([, id, statement, tests]): Row => ({
  id: id!,
  statement: statement!,
  tests: tests!,
}));
/** `` `file › test` ``, several of them with `<br>` between. */
const named = rows.flatMap(({ id, tests }) =>
  tests.startsWith('—') ? [] : tests.split('<br>').map((each) => [id, each.replace(/^`(.*)`$/, '$1')] as const),
);

it('lists all sentences of each section, in their order', () => {
  for (const [section, count] of Object.entries(sentences)) {
    const ids = rows.map(({ id }) => id).filter((id) => id.startsWith(`${section}.`));
    expect(ids).toEqual(Array.from({ length: count }, (_, at) => `${section}.${at + 1}`));
  }
  expect(rows.length).toBe(Object.values(sentences).reduce((sum, count) => sum + count));
  expect(page.split('\n').filter((line) => /^\| *\d/.test(line))).toHaveLength(rows.length);
});

it('leaves no sentence without a test but those that are known', () => {
  const beginning = (mark: string): string[] => rows.filter(({ tests }) => tests.startsWith(mark)).map(({ id }) => id);
  expect(beginning('— open: ')).toEqual(open);
  expect(beginning('— untested: ')).toEqual(untested);
  expect(beginning('—')).toHaveLength(open.length + untested.length);
});

const files = [...Map.groupBy(named, ([, test]) => test.split(' › ')[0]!)];
describe.each(files.filter(([file]) => !isOfAbsentPlugin(file)))('%s', (file, uses) => {
  it('is run, and has the tests that are named', () => {
    expect(isRun(file), 'a file that every run takes').toBe(true);
    expect(existsSync(join(root, file)), 'a file that there is').toBe(true);
    const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
    expect(uses.filter(([, test]) => !hasTest(source, test.split(' › ').slice(1))).map((use) => use.join(' '))).toEqual(
      [],
    );
  });
});

/** Whether a test of this name, the last one, is within groups of the names before it; names as they are written. */
function hasTest(place: ts.Node, [name, ...names]: readonly string[]): boolean {
  if (name === undefined) return false;
  return callsIn(place).some((call) => {
    if (titleOf(call) !== name) return false;
    return names.length === 0 ? !/^describe\b/.test(call.expression.getText()) : hasTest(call, names);
  });
}

function callsIn(place: ts.Node): ts.CallExpression[] {
  const calls: ts.CallExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) calls.push(node);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(place, visit);
  return calls;
}

/** The name in `it('name', …)`, `describe.each(…)('name', …)` or `testPlugin('name', …)`; none of tests that are skipped, always or at times. */
function titleOf({ expression, arguments: [title] }: ts.CallExpression): string | undefined {
  const callee = expression.getText();
  if (!title || !/^(?:it|describe|test\w*)\b/.test(callee) || /\.(?:skip\w*|runIf|todo|fails)\b/.test(callee))
    return undefined;
  return ts.isStringLiteralLike(title) ? title.text : undefined;
}
