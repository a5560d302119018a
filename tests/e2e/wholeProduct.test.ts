import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { softly } from '../support/backOffice.ts';
import { runProgram, type Program } from '../support/program.ts';
import { password, root, visitsTo } from '../support/site.ts';

// With everything that this project has in `resources/` and `plugins/`, as people start it.
const folder = mkdtempSync(join(tmpdir(), 'back-office-whole-'));
let program: Program;
let address: string;
beforeAll(async () => {
  program = runProgram({ DATA_DIR: folder, DATABASE_URL: '', ADMIN_PASSWORD: password }, root);
  address = await program.address;
});
afterAll(async () => {
  program.child.kill();
  await program.ended;
  rmSync(folder, { recursive: true, force: true });
});

interface Entry {
  readonly path: string;
  readonly menu_type?: string;
  readonly title: string;
  readonly children?: readonly Entry[];
}
const call = async <T>(method: 'GET' | 'POST', path: string, token?: string, body?: object): Promise<T> => {
  const headers = { 'content-type': 'application/json', 'think-lang': 'en', ...(token && { batoken: token }) };
  const answer = await fetch(`${address}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return ((await answer.json()) as { data: T }).data;
};
const identity = async () =>
  (
    await call<{ userInfo: { token: string } }>('POST', '/admin/Index/login', undefined, {
      username: 'admin',
      password,
    })
  ).userInfo;
const site = visitsTo(() => ({ address, identityOf: async () => JSON.stringify(await identity()) }));

it('leads back, after signing in, to the page that was left', async () => {
  const page = await site.visit({ language: 'en' });
  await page.goto('/admin/login?to=/admin/auth/group');
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('tbody').getByRole('link', { name: 'Super administrators' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/admin/auth/group');
});

it('opens every page of the menu without an error', async () => {
  const { token } = await identity();
  const { menus } = await call<{ menus: readonly Entry[] }>('GET', '/admin/Index/index', token);
  const pagesIn = (entries: readonly Entry[]): Entry[] =>
    entries.flatMap((entry) => [...(entry.menu_type === 'tab' ? [entry] : []), ...pagesIn(entry.children ?? [])]);
  const all = pagesIn(menus);
  expect(all.length).toBeGreaterThan(10);
  const page = await site.signedIn({ language: 'en' });
  for (const { path, title } of all) {
    await softly(page, `/admin/${path}`);
    await page.waitForURL(`**/admin/${path}`);
    await expect.poll(() => page.title()).toContain(title);
    await expect.poll(() => page.locator('.tab-frame:visible .ant-skeleton').count(), { message: path }).toBe(0);
    const failed = page.locator('.tab-frame:visible').locator('.ant-alert-error, .ant-result');
    expect(await failed.allInnerTexts(), path).toEqual([]);
  }
});
