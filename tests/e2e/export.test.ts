import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { addPerson } from '../support/addPerson.ts';
import { library } from '../support/library.ts';
import { runSite } from '../support/site.ts';

// What a list shows, as a file.
const site = runSite(library);
const bob = { username: 'bob', password: 'Clerk-123' } as const;

beforeAll(async () => {
  for (const [title, price] of [
    ['Emma', '3'],
    ['Dune', '20.50'],
    ['Cosmos', '100'],
  ] as const)
    await site.app.gate.rows('book').add({ title, price });
  await addPerson(site.app.gate, bob.username, bob.password, ['library/book/index']);
});

it('saves the rows that the list shows, or the ticked ones, in the chosen format', async () => {
  const page = await site.signedIn({ language: 'en', at: '/admin/library/book?title=m' });
  const dialog = page.getByRole('dialog');
  const exported = async (
    format: string,
    bar = page.locator('.list-toolbar'),
    columns?: RegExp,
  ): Promise<{ name: string; bytes: Buffer }> => {
    await bar.getByRole('button', { name: 'Export' }).click();
    await dialog.getByRole('radio', { name: format }).check();
    if (columns) await dialog.getByRole('radio', { name: columns }).check();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Export' }).click(),
    ]);
    await dialog.waitFor({ state: 'detached' });
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };
  await page.locator('tbody tr[data-row-key]', { hasText: 'Cosmos' }).waitFor();
  const csv = await exported('CSV');
  expect(csv.name).toMatch(/ \d{4}-\d\d-\d\d\.csv$/);
  expect(csv.bytes.toString()).toMatch(/Cosmos[^]*Emma/);
  expect(csv.bytes.toString()).not.toContain('Dune');
  const xlsx = await exported('Excel');
  expect(xlsx.name).toMatch(/\.xlsx$/);
  expect(xlsx.bytes.subarray(0, 2).toString()).toBe('PK');
  await page.locator('tbody tr[data-row-key]', { hasText: 'Emma' }).getByRole('checkbox').check();
  const chosen = await exported('CSV', page.locator('.selection-bar'));
  expect(chosen.bytes.toString().split('\r\n')).toHaveLength(3);
  expect(chosen.bytes.toString()).toContain('Emma');
  // The columns as they stand in the list, without the ID, which all of them have.
  const whole = csv.bytes.toString().split('\r\n')[0]!;
  const listed = (
    await exported('CSV', page.locator('.selection-bar'), /^Only the \d+ columns that the list shows$/)
  ).bytes.toString();
  expect(whole).toMatch(/^\ufeffID,/);
  expect(listed).toMatch(/^\ufeffTitle,/);
  expect(listed.split('\r\n')).toHaveLength(3);
  expect(listed.split('\r\n')[0]!.split(',').length).toBeLessThan(whole.split(',').length);
});

it('shows how far it has come, and can be cancelled', async () => {
  const page = await site.signedIn({ language: 'en', at: '/admin/library/book' });
  const dialog = page.getByRole('dialog');
  await page.route('**/library.book/export?**', () => {
    // No answer: the export goes on until it is cancelled.
  });
  await page.locator('.list-toolbar').getByRole('button', { name: 'Export' }).click();
  const cancelled = page.waitForEvent('requestfailed', (request) => request.url().includes('/export?'));
  await dialog.getByRole('button', { name: 'Export' }).click();
  await dialog
    .getByRole('status')
    .getByText(/^\d+\.\d\d \w?b received$/)
    .waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect((await cancelled).url()).toContain('format=xlsx');
  await dialog.waitFor({ state: 'detached' });
});

it('says why there is no file when the server refuses', async () => {
  const page = await site.signedIn({ language: 'en', at: '/admin/library/book' });
  const dialog = page.getByRole('dialog');
  await page.route('**/library.book/export?**', (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('format', 'pdf');
    return route.continue({ url: url.href });
  });
  await page.locator('.list-toolbar').getByRole('button', { name: 'Export' }).click();
  await dialog.getByRole('button', { name: 'Export' }).click();
  await expect
    .poll(() => dialog.getByRole('alert').allInnerTexts())
    .toEqual(['Records can be exported as CSV or XLSX']);
});

it('is offered to those only who have the right', async () => {
  const page = await site.signedIn({ ...bob, language: 'en', at: '/admin/library/book' });
  await page.locator('tbody tr[data-row-key]', { hasText: 'Emma' }).waitFor();
  expect(await page.locator('.list-toolbar').getByRole('button', { name: 'Export' }).count()).toBe(0);
});

it('says when the file will have no record', async () => {
  const page = await site.signedIn({ language: 'en', at: '/admin/library/book?title=nowhere' });
  await page.locator('.list-toolbar').getByRole('button', { name: 'Export' }).click();
  const said = page.getByRole('dialog').getByText('No records match. The file will have only the column names.');
  await expect.poll(() => said.count()).toBe(1);
});
