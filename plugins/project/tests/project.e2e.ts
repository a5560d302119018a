import { beforeEach, expect, it } from 'vitest';
import { definePlugin } from '#plugin';
import { f, table } from '#resource';
import { runSite } from '#browser';
import { project } from '../server.ts';

const offer = table('offer', { title: f.text({ required: true, max: 50, label: { 'zh-cn': '标题', en: 'Title' } }) });
const site = runSite(
  [],
  [
    project(),
    definePlugin({ name: 'offers', resources: [offer.resource({ path: 'sale/offer', traits: { project: true } })] }),
  ],
);
beforeEach(() => site.reset());

declare module '#resource' {
  interface Tables {
    offer: typeof offer;
  }
}

it('a project that is chosen at the top narrows lists, and new rows belong to it', async () => {
  const { gate } = site.app;
  const projects = gate.rows('auth_project');
  const tower = await projects.add({ name: 'Tower' });
  const lift = await projects.add({ name: 'Lift', pid: tower.id });
  const bridge = await projects.add({ name: 'Bridge' });
  for (const [title, project_id] of [
    ['of the lift', lift.id],
    ['of the bridge', bridge.id],
  ] as const)
    await gate.rows('offer').add({ title, project_id } as never);

  const page = await site.signedIn({ language: 'en', at: '/admin/sale/offer' });
  const cell = (text: string) => page.getByRole('cell', { name: text, exact: true });
  await cell('of the lift').waitFor();
  await cell('of the bridge').waitFor();

  const choice = page.getByRole('combobox', { name: 'Project' });
  await expect.poll(async () => (await page.locator('.project-switch').first().boundingBox())?.width).toBe(300);
  await choice.click();
  await page.getByTitle('Tower', { exact: true }).click();
  await cell('of the bridge').waitFor({ state: 'detached' });
  await cell('of the lift').waitFor();
  await page.getByTitle('Lift', { exact: true }).click();
  await page.getByTitle('Tower / Lift', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'New' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('made here');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await cell('made here').waitFor();
  expect(await gate.rows('offer').list({ title: 'made here' })).toMatchObject([{ project_id: lift.id }]);

  // The choice is the person's, wherever they sign in, until they give it back.
  await page.reload();
  await page.getByTitle('Tower / Lift', { exact: true }).waitFor();
  await page.getByTitle('Tower / Lift', { exact: true }).hover();
  await page.locator('.project-switch [aria-label="Clear"], .project-switch .ant-select-clear').first().click();
  await cell('of the bridge').waitFor();
});
