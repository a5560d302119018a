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

it.each([['zh-cn', '项目', '全部项目', '只显示所选项目的记录。', '显示全部项目']] as const)(
  'a project that is made appears at the top, and an empty list says that one narrows it (%s)',
  async (language, name, all, narrowed, showAll) => {
    const { gate } = site.app;
    await gate.rows('offer').add({ title: 'of none' });
    const page = await site.signedIn({ language, at: '/admin/sale/offer' });
    const cell = page.getByRole('cell', { name: 'of none', exact: true });
    const choice = page.getByRole('combobox', { name, exact: true });
    const option = (title: string) => page.locator('.ant-cascader-menu').getByTitle(title, { exact: true });
    await cell.waitFor();
    expect(await choice.count()).toBe(0);
    // The server says that projects have changed; the page listens once it has been used.
    await page.route('**/ajax/changes*', (route) =>
      route.fulfill({ contentType: 'text/event-stream', body: 'id: 1\ndata: {"tables":["auth/project"]}\n\n' }),
    );
    await gate.rows('auth_project').add({ name: 'Tower' });
    await page.keyboard.press('Shift');
    await choice.waitFor();

    await choice.click();
    await option('Tower').click();
    await page.getByText(narrowed).waitFor();
    await page.getByRole('button', { name: showAll }).click();
    await cell.waitFor();

    await choice.click();
    await option('Tower').click();
    await page.getByText(narrowed).waitFor();
    await choice.click();
    await option(all).click();
    await cell.waitFor();
    expect(await gate.rows('auth_project_choice').list()).toEqual([]);
  },
);

it('the choice is 300 pixels wide where it is a field', async () => {
  await site.app.gate.rows('auth_project').add({ name: 'Tower' });
  const page = await site.signedIn({ language: 'en', at: '/admin/sale/offer', phone: true });
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Project', exact: true }).click();
  await expect.poll(async () => (await page.locator('.project-switch').first().boundingBox())?.width).toBe(300);
});
