import { expect, it } from 'vitest';
import { library } from '../support/library.ts';
import { runSite } from '../support/site.ts';

const site = runSite(library);

it('a page that nobody touches asks once for what has changed before it hears of changes', async () => {
  await site.reset();
  const { id } = await site.app.gate.rows('book').add({ title: 'Emma', price: '3' });
  const page = await site.signedIn({ at: '/config.json' });
  await page.clock.install();
  await page.goto('/admin/library/book');
  await page.getByRole('row').filter({ hasText: 'Emma' }).waitFor();
  await site.app.gate.rows('book').edit(id, { title: 'Persuasion' });
  const asked = page.waitForRequest('**/ajax/changes*');
  await page.clock.fastForward(10_000);
  await asked;
  await page.clock.fastForward(1000);
  await page.getByRole('row').filter({ hasText: 'Persuasion' }).waitFor();
  expect(await page.getByRole('row').filter({ hasText: 'Emma' }).count()).toBe(0);
});
