import { beforeAll, expect, it } from 'vitest';
import { dragDownByKeyboard, dragOver } from '../support/drag.ts';
import { library } from '../support/library.ts';
import { settled } from '../support/settled.ts';
import { runSite } from '../support/site.ts';

// What only a touch screen can show; the rest of a narrow screen is for the tests of components.
const site = runSite(library);
const books = '/admin/library/book';

beforeAll(async () => {
  for (const title of ['Emma', 'Dune', 'Cosmos', '三体']) await site.app.gate.rows('book').add({ title, price: '3' });
});

it('brings up no keyboard by itself, and leaves no hint over what a finger has opened', async () => {
  const page = await site.signedIn({ phone: true, at: books });
  const form = page.getByRole('dialog');
  await page.getByRole('button', { name: '筛选' }).tap();
  await page.locator('.filter-panel').waitFor();
  await page.getByRole('button', { name: '编辑', exact: true }).last().tap();
  await form.getByLabel('标题', { exact: true }).waitFor();
  expect(await page.locator('.ant-tooltip').count()).toBe(0);
  await expect.poll(() => form.evaluate((box) => box.getAnimations({ subtree: true }).length)).toBe(0);
  expect(await form.locator('input:focus').count()).toBe(0);
});

it('going back closes the form, asks who has typed, and leaves the page only then', async () => {
  const page = await site.signedIn({ phone: true, at: '/admin/library/shelf' });
  await page.goto(books);
  const form = page.getByRole('dialog').filter({ has: page.getByLabel('标题', { exact: true }) });
  const question = page.getByRole('dialog', { name: '放弃未保存的修改？' });
  const goBack = (): Promise<void> => page.evaluate(() => history.back());
  const open = () => page.getByRole('button', { name: '新增', exact: true }).first().tap();
  await open();
  await form.getByLabel('标题', { exact: true }).fill('Half');
  await goBack();
  await question.waitFor();
  // Back from the question, too.
  await goBack();
  await question.waitFor({ state: 'hidden' });
  expect(await form.getByLabel('标题', { exact: true }).inputValue()).toBe('Half');
  await goBack();
  await question.getByRole('button', { name: '放弃修改' }).tap();
  await form.waitFor({ state: 'hidden' });
  await open();
  await form.getByLabel('标题', { exact: true }).waitFor();
  await form.getByRole('button', { name: '取消' }).tap();
  await form.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname).toBe(books);
  // What was closed has left nothing behind.
  await goBack();
  await page.waitForURL('**/admin/library/shelf');
});

it('drags cards by finger and by keyboard', async () => {
  const page = await site.signedIn({ phone: true, at: books });
  const cards = () => page.locator('.row-card-title').allInnerTexts();
  const handle = (title: string) => page.locator('.row-cards li', { hasText: title }).locator('.drag-handle');
  await expect.poll(cards).toEqual(['三体', 'Cosmos', 'Dune', 'Emma']);
  await dragDownByKeyboard(handle('三体'));
  await expect.poll(cards).toEqual(['Cosmos', '三体', 'Dune', 'Emma']);
  await page.evaluate(() => scrollTo(0, 0));
  await settled(page);
  const from = (await handle('Cosmos').boundingBox())!;
  const to = (await handle('三体').boundingBox())!;
  const finger = await page.context().newCDPSession(page);
  const at = (part: number) => [{ x: from.x + 10, y: from.y + 10 + (to.y - from.y) * part }];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  const move = (part: number) => finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(part) });
  await dragOver(page, move, '第 2 行');
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect.poll(cards).toEqual(['三体', 'Cosmos', 'Dune', 'Emma']);
});

it('gives a former value back from the history, where going back closes the question first', async () => {
  const { id } = await site.app.gate.rows('book').add({ title: 'Persuasion', price: '12' });
  await site.app.gate.rows('book').edit(id, { price: '34' });
  const page = await site.signedIn({ phone: true, at: books });
  await page.locator('.row-cards li', { hasText: 'Persuasion' }).getByRole('button', { name: '更多操作' }).tap();
  await page.getByRole('menuitem', { name: '修改记录' }).tap();
  const drawer = page.getByRole('dialog', { name: '“Persuasion”的修改记录' });
  const question = page.getByRole('dialog', { name: '恢复原值？' });
  const ask = () => drawer.getByRole('button', { name: '恢复原值' }).tap();
  await ask();
  await question.getByText('12.00').waitFor();
  const box = (await question.locator('.ant-modal-container').boundingBox())!;
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(page.viewportSize()!.width);
  await page.evaluate(() => history.back());
  await question.waitFor({ state: 'hidden' });
  await drawer.waitFor();
  await ask();
  await question.getByRole('button', { name: '恢复原值' }).tap();
  await question.waitFor({ state: 'hidden' });
  await page.getByText('已恢复“Persuasion”的原值').waitFor();
  await expect.poll(() => drawer.locator('time').count()).toBe(3);
  await page.locator('.row-cards li', { hasText: 'Persuasion' }).getByText('12.00').waitFor({ state: 'attached' });
  expect(await site.app.gate.rows('book').list({ id })).toMatchObject([{ price: '12.00' }]);
  await page.evaluate(() => history.back());
  await drawer.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname).toBe(books);
});
