import { afterAll, beforeEach, expect, it } from 'vitest';
import { runSite } from '#browser';
import { definePlugin, type PluginHost } from '#plugin';
import { chat } from '../server.ts';
import { library } from './asking.ts';
import { startModelServer } from './modelServer.ts';
import { callsTools, concludes, inOrder } from './toolModel.ts';

const model = await startModelServer();
afterAll(() => model.close());
let host: PluginHost;
const shop = definePlugin({ name: 'library', resources: library, start: (given) => void (host = given) });
const site = runSite([], [chat({ environment: { CHAT_BASE_URL: model.baseUrl, CHAT_MODEL: 'test-model' } }), shop]);
beforeEach(async () => {
  await site.reset();
  await site.configure({ chat_ask: 1, chat_context_limit: 100_000 });
});

const english = {
  question: 'Question',
  list: 'Books: 1 record, open the list',
  chart: 'Books by state',
  accept: 'Accept these values',
  applied: 'Applied',
  changed: /Someone has changed this record/,
};
const chinese = {
  question: '问题',
  list: '图书：1 条记录，打开列表',
  chart: '图书（按state）',
  accept: '接受这些更改',
  applied: '已应用',
  changed: /刚被他人修改/,
};

it.each([
  ['en', english, {}],
  ['zh-cn', chinese, { dark: true, phone: true }],
] as const)(
  'an administrator asks the tables, opens the list and accepts a change, in %s',
  async (language, words, look) => {
    const books = host.rows('book', host.system);
    await books.add({ title: 'Tea', copies: 3 } as never);
    const { id } = await books.add({ title: 'Coffee', state: 'lent' } as never);
    const page = await site.signedIn({ language, at: '/admin/chat/ask', ...look });
    const filter = { field: 'state', operator: 'eq', value: 'lent' };
    model.answer = inOrder(
      callsTools(['find_rows', { table: 'book', filter }], ['count_rows', { table: 'book', by: 'state' }]),
      callsTools(['propose_change', { table: 'book', id, values: { copies: 9, state: 'new' } }]),
      concludes('One is **lent**: [see](https://evil.example/) ![x](https://evil.example/x.png)'),
    );
    const elsewhere: string[] = [];
    page.on('request', (request) => void (request.url().includes('evil.example') && elsewhere.push(request.url())));
    // By the keyboard alone.
    await page.getByRole('textbox', { name: words.question }).fill('Which are lent?');
    await page.keyboard.press('Enter');
    await page.getByText('lent', { exact: true }).first().waitFor();
    expect(await page.locator('.ask-answer a[href*="evil"], .ask-answer img').count()).toBe(0);
    await page.getByRole('region', { name: words.chart }).waitFor();
    const accept = page.getByRole('button', { name: words.accept });
    await accept.waitFor();
    expect(await books.get(id)).toMatchObject({ copies: 1, state: 'lent' });

    await page.getByRole('link', { name: words.list }).click();
    await page.waitForURL('**/admin/library/book?*');
    await page.getByText('Coffee', { exact: true }).first().waitFor();
    expect(await page.getByText('Tea', { exact: true }).count()).toBe(0);

    await page.goBack();
    await accept.focus();
    await page.keyboard.press('Enter');
    await page.getByText(words.applied, { exact: true }).waitFor();
    expect(await books.get(id)).toMatchObject({ copies: 9, state: 'new' });

    // What somebody else has changed meanwhile is left as it is, and a reload has it all.
    model.answer = inOrder(
      callsTools(['propose_change', { table: 'book', id, values: { copies: 5 } }]),
      concludes('Proposed.'),
    );
    await page.getByRole('textbox', { name: words.question }).fill('Make it five');
    await page.keyboard.press('Enter');
    await page.getByText('Proposed.', { exact: true }).waitFor();
    await books.edit(id, { title: 'Cocoa' } as never);
    await page.reload();
    await accept.click();
    await page.getByText(words.changed).waitFor();
    expect(await books.get(id)).toMatchObject({ copies: 9, title: 'Cocoa' });
    expect(elsewhere).toEqual([]);
  },
);

it('the usage is drawn by day, model and member', async () => {
  for (const [at, model_name] of ['quick', 'careful'].entries())
    await host.rows('chat_usage', host.system).add({ key: `k${at}`, date: '2026-11-01', model_name, answers: 3 + at });
  const page = await site.signedIn({ language: 'en', at: '/admin/chat/usage?layout=chart' });
  for (const name of ['Usage per day', 'Tokens per day', 'Usage by model', 'Usage by member'])
    await page.getByRole('region', { name, exact: true }).waitFor();
  await page.getByRole('button', { name: 'Usage by model: Show as table' }).click();
  expect(await page.getByRole('row', { name: 'careful' }).innerText()).toMatch(/^careful\s+4\s+0$/);
});
