import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundle } from '../support/bundle.ts';
import { copyProject } from '../support/copyProject.ts';
import { runProgram, type Program } from '../support/program.ts';
import { password, visitsTo } from '../support/site.ts';

const project = mkdtempSync(join(tmpdir(), 'language-'));
let program: Program;
let address = '';

/** A folder with the first few texts that somebody has written, and the line that names the language. */
beforeAll(async () => {
  copyProject(project);
  const label = join(project, 'src/resource/label.ts');
  const declared = readFileSync(label, 'utf8');
  writeFileSync(label, declared.replace("en: 'English'", "en: 'English', fr: 'Français'"));
  mkdirSync(join(project, 'locales/fr'));
  const write = (page: string, texts: object): void =>
    writeFileSync(join(project, `locales/fr/${page}.json`), JSON.stringify(texts));
  write('table', { add: 'Nouveau', done: { del: 'Supprimé' } });
  write('rows', { notFound: 'Introuvable' });
  // What only English says is read there: nothing may fall through.
  const chinese = join(project, 'locales/zh-cn/table.json');
  const { refresh: _refresh, ...rest } = JSON.parse(readFileSync(chinese, 'utf8')) as Record<string, unknown>;
  writeFileSync(chinese, JSON.stringify(rest));
  bundle(project);
  program = runProgram({ ADMIN_PASSWORD: password }, project);
  address = await program.address;
}, 600_000);
afterAll(async () => {
  program.child.kill();
  await program.ended;
  rmSync(project, { recursive: true });
});

async function identityOf(username = 'admin', secret = password): Promise<string> {
  const answer = await fetch(`${address}/api/admin/Index/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: secret }),
  });
  return JSON.stringify(((await answer.json()) as { data: { userInfo: object } }).data.userInfo);
}
const site = visitsTo(() => ({ address, identityOf }));

/** Texts that are no more than a key: `table:add`, `tab.closeAll`. */
async function keysOn(page: Page): Promise<string[]> {
  const texts = await page
    .locator('body')
    .evaluate((body) => [
      ...(body as HTMLElement).innerText.split('\n'),
      ...[...body.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap((each) =>
        ['aria-label', 'title', 'placeholder'].map((name) => each.getAttribute(name) ?? ''),
      ),
    ]);
  return texts.filter((text) => /^[a-z]+(?:[A-Z][a-z]*)*[.:][a-z]+(?:[A-Z][a-z]*)*$/.test(text.trim()));
}

it('says what has been written in a new language, and all else in the default one, down to no key anywhere', async () => {
  const page = await site.signedIn({ language: 'fr' as never, at: '/admin/auth/admin' });
  await page.getByRole('button', { name: 'Nouveau' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('fr');
  await page.getByRole('columnheader', { name: '用户名' }).waitFor();
  // Chinese has no such text here.
  await page.getByRole('button', { name: 'Refresh' }).waitFor();
  await page.getByRole('button', { name: '筛选' }).click();
  await page.getByRole('button', { name: 'Nouveau' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('用户名').waitFor();
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await form.getByText('不能为空').first().waitFor();
  expect(await keysOn(page)).toEqual([]);
  const pages = {
    dashboard: '.dashboard-card',
    'routine/config': '.ant-form-item-label',
    'routine/adminInfo': '.ant-form-item-label',
    'auth/securityLog': 'tbody tr[data-row-key]',
  };
  for (const [place, content] of Object.entries(pages)) {
    await page.goto(`/admin/${place}`);
    await page.locator(content).filter({ visible: true }).first().waitFor();
    await page.getByRole('button', { name: '通知' }).waitFor();
    expect(await keysOn(page), place).toEqual([]);
  }
});

it('is offered beside the others, before anybody has signed in', async () => {
  const page = await site.visit({ language: 'en' });
  await page.goto('/admin/login');
  await page.getByRole('button', { name: 'Language: Français' }).click();
  await page.getByLabel('用户名').waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('fr');
  expect(await keysOn(page)).toEqual([]);
});

it('is spoken by the server, where it has the text', async () => {
  const { token } = JSON.parse(await identityOf()) as { token: string };
  const answer = await fetch(`${address}/api/admin/auth.admin/edit?id=99`, {
    headers: { batoken: token, 'think-lang': 'fr' },
  });
  expect(((await answer.json()) as { msg: string }).msg).toBe('Introuvable');
});
