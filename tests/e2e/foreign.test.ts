import { afterAll, expect, it } from 'vitest';
import { f, table } from '#resource';
import { startRestServer } from '../support/restServer.ts';
import { runSite } from '../support/site.ts';

const server = await startRestServer(
  Array.from({ length: 23 }, (_, at) => ({ id: at + 1, title: `Post ${at + 1}`, views: at })),
);
afterAll(() => server.close());

const post = table('post', {
  title: f.text({ required: true, label: { 'zh-cn': '标题', en: 'Title' } }),
  views: f.int({ label: { 'zh-cn': '浏览', en: 'Views' } }),
});
const site = runSite([
  post.resource({
    path: 'elsewhere/post',
    label: { 'zh-cn': '外部文章', en: 'Posts' },
    list: { columns: ['title', 'views'] },
    source: { rest: `${server.address}/posts` },
  }),
]);

it('shows, sorts, adds, edits and deletes rows of another REST server', async () => {
  const page = await site.signedIn({ at: '/admin/elsewhere/post' });
  const titles = () => page.locator('tbody tr[data-row-key]:visible td:nth-child(2)').allInnerTexts();
  await expect.poll(async () => (await titles()).length).toBe(10);
  await page.getByText('23').first().waitFor();
  await page.getByRole('button', { name: '新增', exact: true }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('标题', { exact: true }).fill('From here');
  await form.getByRole('button', { name: '保存' }).click();
  await expect.poll(() => server.items.some(({ title }) => title === 'From here')).toBe(true);
  await form.waitFor({ state: 'detached' });
  await page.locator('tbody tr[data-row-key]:visible', { hasText: 'From here' }).locator('td').nth(1).dblclick();
  await expect.poll(() => form.getByLabel('标题', { exact: true }).inputValue()).toBe('From here');
  await form.getByLabel('标题', { exact: true }).fill('Changed here');
  await form.getByRole('button', { name: '保存' }).click();
  await expect.poll(() => server.items.some(({ title }) => title === 'Changed here')).toBe(true);
  await form.waitFor({ state: 'detached' });
  await page
    .locator('tbody tr[data-row-key]:visible', { hasText: 'Changed here' })
    .getByRole('button', { name: /删除/ })
    .click();
  await page
    .locator('.ant-popconfirm')
    .getByRole('button', { name: /删除|确定/ })
    .click();
  await expect.poll(() => server.items.length).toBe(23);
});
