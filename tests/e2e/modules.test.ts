import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyProject } from '../support/copyProject.ts';
import { inEnglish } from '../support/layoutTexts.ts';
import { runProgram, type Program } from '../support/program.ts';
import { password, root, visitsTo } from '../support/site.ts';

const project = mkdtempSync(join(tmpdir(), 'modules-'));
let program: Program;
let address = '';
beforeAll(async () => {
  copyProject(project);
  // The plugin has no browser half, so the bundle is that of the product.
  cpSync(join(root, 'dist'), join(project, 'dist'), { recursive: true });
  mkdirSync(join(project, 'plugins/tide'));
  writeFileSync(
    join(project, 'plugins/tide/server.ts'),
    `import { definePlugin } from '#plugin';
export default definePlugin({ name: 'tide', label: 'Tide', menu: [{ path: 'tide/chart', label: 'Tide chart', top: true }] });
`,
  );
  mkdirSync(join(project, 'plugins/ebb'));
  writeFileSync(
    join(project, 'plugins/ebb/server.ts'),
    `import { definePlugin } from '#plugin';
export default definePlugin({ name: 'ebb', label: 'Ebb', start() { throw new Error('there is no water left'); } });
`,
  );
  mkdirSync(join(project, 'plugins/broken'));
  writeFileSync(join(project, 'plugins/broken/server.ts'), "import './missing.ts';\n");
  // The server does not ask whether the bundle has it.
  mkdirSync(join(project, 'plugins/foam'));
  writeFileSync(join(project, 'plugins/foam/web.tsx'), '');
  program = runProgram({ DATA_DIR: join(project, 'data'), ADMIN_PASSWORD: password }, project);
  address = await program.address;
});
afterAll(async () => {
  program.child.kill('SIGTERM');
  await program.ended;
  rmSync(project, { recursive: true });
});

async function identityOf(): Promise<string> {
  const answer = await fetch(`${address}/api/admin/Index/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });
  return JSON.stringify(((await answer.json()) as { data: { userInfo: object } }).data.userInfo);
}
const site = visitsTo(() => ({ address, identityOf }));

/** Whether the menu has the entry of the plugin; undefined while the server starts anew. */
async function hasTide(token: string): Promise<boolean | undefined> {
  const answer = await fetch(`${address}/api/admin/Index/index`, { headers: { batoken: token } }).catch(
    () => undefined,
  );
  return answer?.ok ? (await answer.text()).includes('tide/chart') : undefined;
}

it.each(inEnglish)('switches a plugin on a slow line, and with a reload in the middle of it (%s)', async (language) => {
  // That the server is away for a moment is meant, and is an error of the page's console.
  const page = await site.signedIn({ language, faulty: true, at: '/admin/moduleStore/moduleStore' });
  const toggle = (name: string) => page.getByRole('switch', { name });
  const turn = async (name: string): Promise<void> => {
    await toggle(name).click();
    await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click();
  };
  const menu = page.getByRole('menuitem', { name: 'Tide chart' });
  await menu.waitFor();

  // The answer comes when the server is back already; the page is then without the plugin.
  const { token } = JSON.parse(await identityOf()) as { token: string };
  await page.route('**/api/admin/module/changeState', async (route) => {
    const answer = await route.fetch();
    await expect.poll(() => hasTide(token)).toBe(false);
    await route.fulfill({ response: answer });
  });
  await turn('Switch off Tide');
  await toggle('Switch on Tide').waitFor();
  expect(await toggle('Switch on Tide').isChecked()).toBe(false);
  await expect.poll(() => menu.count()).toBe(0);

  // Whoever reloads before the answer sees what is so by then, and what was asked for is done.
  await page.unrouteAll();
  const asked = page.waitForRequest('**/api/admin/module/changeState');
  await turn('Switch on Tide');
  await asked;
  await expect
    .poll(async () => {
      await page.reload().catch(() => undefined);
      return menu.waitFor({ timeout: 5000 }).then(
        () => true,
        () => false,
      );
    })
    .toBe(true);
  expect(await toggle('Switch off Tide').isChecked()).toBe(true);
});

it.each(inEnglish)(
  'says which plugin did not start and why, and shows one with a browser half only (%s)',
  async (language) => {
    const page = await site.signedIn({ language, at: '/admin/moduleStore/moduleStore' });
    const card = (title: string) =>
      page.locator('.module-card', { has: page.getByRole('switch', { name: `Switch off ${title}` }) });
    await card('Ebb').getByText("Didn't start: its API, actions and jobs are off").waitFor();
    await card('Ebb').getByText('there is no water left', { exact: true }).waitFor();
    await card('foam').waitFor();
    expect(await card('foam').getByText('Did not start').count()).toBe(0);
    const broken = page.getByRole('alert').filter({ hasText: "plugins/broken couldn't be loaded" });
    await broken.getByText(/^plugins\/broken\/server\.ts: .*missing\.ts/).waitFor();
  },
);
