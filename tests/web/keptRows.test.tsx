import { expect, it } from 'vitest';
import { commands, page } from 'vitest/browser';
import { addBooks, expectGone, expectTitles, row } from '../support/component/list.ts';
import { open } from '../support/component/office.tsx';

const rowsCall = '/api/admin/library.book/index*';

it('keeps the rows that cannot be read anew, says so, and shows none that are refused', async () => {
  await addBooks('Emma', 'Dune');
  await open('/admin/library/book', { language: 'en' });
  await expectTitles('Dune', 'Emma');
  const refresh = page.getByRole('button', { name: 'Refresh', exact: true });
  const failure = page.getByText("Couldn't load the list");
  await commands.answer(rowsCall, [{ status: 503 }]);
  await refresh.click();
  await expect.element(failure).toBeVisible();
  await expectTitles('Dune', 'Emma');
  await commands.answer(rowsCall, [{ body: { code: 401, msg: 'Not for you', data: null, time: 1 } }]);
  await refresh.click();
  await expect.element(page.getByText('Not for you').first()).toBeVisible();
  await expectGone(row('Emma'));
});
