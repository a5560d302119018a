import { expect, it } from 'vitest';
import { whenQuiet } from '../../src/web/http/quiet.ts';
import { addBooks, expectTitles, row } from '../support/component/list.ts';
import { open } from '../support/component/office.tsx';

it('draws a list once, with rows that have come before it', async () => {
  await addBooks('Emma', 'Dune');
  const first = new Map<Element, unknown>();
  const observer = new MutationObserver(() => {
    for (const cell of document.querySelectorAll('.rows-table td'))
      if (!first.has(cell)) first.set(cell, givenTo(cell));
  });
  observer.observe(document.body, { childList: true, subtree: true });
  await open('/admin/library/book');
  await expectTitles('Dune', 'Emma');
  await new Promise<void>(whenQuiet);
  observer.disconnect();
  const cells = row('Dune').css('td').elements();
  expect(cells.length).toBeGreaterThan(5);
  for (const cell of cells) expect(first.get(cell)).toBe(givenTo(cell));
});

/** What React has given an element last: another object each time that it is drawn. */
const givenTo = (element: Element): unknown =>
  Object.entries(element).find(([key]) => key.startsWith('__reactProps$'))![1];
