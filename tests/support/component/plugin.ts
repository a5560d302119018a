import { afterAll, beforeAll } from 'vitest';
import { commands } from 'vitest/browser';
import { viewOf, registerField } from '../../../src/web/fields/index.ts';
import type { FieldView } from '../../../src/web/fields/view.ts';
import { webOf } from '../../../src/web/plugins/extend.ts';
import { addTextFiles } from '../../../src/web/settings/i18n.ts';
import type { Answer } from './answer.ts';
import { pages, rows as rowsOf } from './office.tsx';

// In the bundle, each half comes with its texts.
const texts = import.meta.glob<Record<string, unknown>>('../../../plugins/*/locales/*/*.json', { import: 'default' });
addTextFiles(texts);
pages.push(...new Set(Object.keys(texts).map((file) => file.replace(/^.*\/|\.json$/g, ''))));

/** What tests of components of a plugin import as `#component`: files `tests/*.test.tsx` in its folder. */
export { faultsOfPage } from './axe.ts';
export { expectGone, focus, press, row } from './list.ts';
export { draw, open } from './office.tsx';
export { heard } from './requests.ts';

interface AnyRows {
  add(row: object): Promise<{ readonly id: number }>;
  edit(id: number, change: object): Promise<unknown>;
  list(): Promise<Readonly<Record<string, unknown>>[]>;
}
/** Rows of a table of the server behind components, such as `parcel`: those tables are no part of the product's types. */
export const rows = (table: string): AnyRows => rowsOf(table as never) as unknown as AnyRows;

/** Draws fields of these kinds in the plugin's way, in all tests of the file. */
export function drawFields(plugin: string, views: Readonly<Record<string, Partial<FieldView>>>): void {
  const before = Object.keys(views).map((kind) => [kind, viewOf(kind)] as const);
  beforeAll(() => {
    for (const [kind, view] of Object.entries(views)) webOf(plugin).registerField(kind, view);
  });
  afterAll(() => {
    for (const [kind, view] of before) registerField(kind, view);
  });
}

/** Answers calls of a path in the place of the plugin's server half, one after the other; see `Answer`. */
export const answer = (path: string, ...answers: readonly Answer[]): Promise<void> => commands.answer(path, answers);
/** Lets a call go on that waits for its answer. */
export const release = (path: string): Promise<void> => commands.release(path);
