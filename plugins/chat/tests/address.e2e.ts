import { afterAll, beforeEach, expect, it } from 'vitest';
import { runSite } from '#browser';
import { chat } from '../server.ts';
import { chatOf } from './journey.ts';
import { says, startModelServer } from './modelServer.ts';

const model = await startModelServer();
afterAll(() => model.close());
const environment = { CHAT_BASE_URL: model.baseUrl, CHAT_MODEL: 'test-model', CHAT_API_KEY: 'sk-canary-2' };
const site = runSite([], [chat({ environment })]);
beforeEach(() => site.configure({ site_name: 'The site' }));

it('is called Ai Chat at / and at /chat, where nothing is said yet', async () => {
  const page = await site.visit({ language: 'en' });
  for (const address of ['/', '/chat']) {
    await page.goto(address);
    await chatOf(page).input.waitFor();
    await expect.poll(() => page.title(), { message: address }).toBe('Ai Chat - The site');
    expect(await chatOf(page).messages.count()).toBe(0);
  }
});

it('opens a conversation by its id', async () => {
  const page = await site.visit({ language: 'en' });
  await page.goto('/');
  model.answer = says('Blue.');
  await chatOf(page).ask('What colour is the sea?');
  await chatOf(page).answer.getByText('Blue.').waitFor();
  const address = page.url();
  await page.goto('/chat');
  await chatOf(page).input.waitFor();
  await page.goto(address);
  await expect.poll(() => chatOf(page).answer.innerText()).toContain('Blue.');
});
