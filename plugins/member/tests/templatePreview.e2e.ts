import { expect, it } from 'vitest';
import { runSite } from '#browser';
import { member } from '../server.ts';

const site = runSite([], [member()]);

it('shows the HTML of a mail in its own colours', async () => {
  const [template] = await site.app.gate.rows('user_template').list({ event: 'user_register' });
  const page = await site.signedIn({ language: 'en', at: `/admin/user/template/${template!.id}` });
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('HTML (English)').fill('<style>p { color: rgb(1, 2, 3) }</style><p>Your code is {code}.</p>');
  const shown = form.frameLocator('.template-frame').getByText('Your code is');
  await expect.poll(() => shown.evaluate((text) => getComputedStyle(text).color)).toBe('rgb(1, 2, 3)');
});
