import type { Page } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { expireTokens, runSite } from '#browser';
import { pluginNamed } from '#test';
import { chat } from '../server.ts';
import { chatOf, slowly } from './journey.ts';
import { members } from './members.ts';
import { says, startModelServer } from './modelServer.ts';
import { pdfOf, png } from './sampleFiles.ts';

const model = await startModelServer();
afterAll(() => model.close());
const environment = { CHAT_BASE_URL: model.baseUrl, CHAT_MODEL: 'test-model', CHAT_API_KEY: 'sk-canary-4' };
const [centre, keeping] = [await members(), await pluginNamed('upload')];

/** Signs in by the form that is open, with the password that all of these members have. */
async function signIn(page: Page, name: string): Promise<void> {
  await page.getByLabel('Username, email or mobile').fill(name);
  await page.getByLabel('Password', { exact: true }).fill('Member-123');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Becomes a member by the form that is open; the code in the mail stands in the outbox. */
async function signUp(page: Page, name: string, codeOf: (target: string) => Promise<string>): Promise<void> {
  const target = `${name}@example.com`;
  await page.getByRole('radio', { name: 'Sign up', exact: true }).click();
  await page.getByRole('textbox', { name: 'Username', exact: true }).fill(name);
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(target);
  await page.getByRole('button', { name: 'Send code' }).click();
  const check = page.getByRole('dialog', { name: 'Security check' });
  await check.getByRole('button', { name: 'Verify without a picture' }).click();
  await check.waitFor({ state: 'hidden' });
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(await codeOf(target));
  await page.getByLabel('Password', { exact: true }).fill('Member-123');
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
}

describe.runIf(centre !== undefined)('a member', () => {
  const site = runSite([], [chat({ environment }), ...(centre?.plugins ?? []), ...(keeping ? [keeping] : [])]);
  beforeEach(async () => {
    // What is booked is never taken away, so nothing is put back: models of another test are switched off.
    const models = site.app.gate.rows('chat_model');
    for (const { id } of await models.list()) await models.edit(id, { status: 0 } as never);
    await site.configure({ open_member_center: 1 });
    await site.configure({
      chat_visitor_daily: 100,
      chat_address_daily: 1000,
      chat_captcha_after: 0,
      chat_per_minute: 1000,
      chat_titles: 0,
      chat_price_in: 0,
      chat_price_out: 0,
      chat_images: 1,
    });
  });
  /** The code in the latest mail to an address. */
  async function codeTo(target: string): Promise<string> {
    const mails = site.app.gate.rows('user_outbox' as 'chat_model');
    const sent = async (): Promise<string | undefined> => {
      const [mail] = await mails.list({ target } as never, { sort: '-id', limit: 1 });
      return (mail as { readonly code?: string } | undefined)?.code;
    };
    await expect.poll(sent).toBeDefined();
    return (await sent())!;
  }
  /** A page of the chat, signed in. */
  async function visit(
    name: string,
    { keep = false, ...look }: { readonly phone?: boolean; readonly keep?: boolean } = {},
  ): Promise<Page> {
    const page = await site.visit({ language: 'en', ...look });
    await page.goto('/user/login?to=%2F');
    if (keep) await page.getByLabel('Keep me signed in').check();
    await signIn(page, name);
    await page.waitForURL((url) => url.pathname === '/');
    await chatOf(page).input.waitFor();
    return page;
  }

  it('comes back from signing in to the conversation, with what was typed; also when the session has ended', async () => {
    await centre!.join('ann', 0);
    const page = await site.visit({ language: 'en' });
    await page.goto('/');
    const { ask, answer, input } = chatOf(page);
    model.answer = says('Hello, visitor.');
    await ask.call(chatOf(page), 'Hello');
    await answer.getByText('Hello, visitor.').waitFor();
    const { pathname } = new URL(page.url());
    await input.fill('And one thing more');
    await page.getByRole('link', { name: 'Sign in or sign up' }).click();
    await page.waitForURL('**/user/login?to=*');
    await signIn(page, 'ann');
    await page.waitForURL((url) => url.pathname === pathname);
    await page.locator('.chat-thread').getByText('Hello, visitor.').waitFor();
    await expect.poll(() => input.inputValue()).toBe('And one thing more');
    await page.getByRole('link', { name: 'ann: member centre' }).waitFor();

    // Whose session has ended is a visitor, whom the conversation is not shown (specification §6).
    const signInAgain = async (): Promise<void> => {
      await page.getByRole('heading', { name: 'Conversation not found' }).waitFor();
      expect(await page.evaluate(() => localStorage.getItem('userInfo'))).toBeNull();
      await page.getByRole('main').getByRole('link', { name: 'Sign in or sign up' }).click();
      await page.waitForURL('**/user/login?to=*');
      await signIn(page, 'ann');
      await page.waitForURL((url) => url.pathname === pathname);
    };
    await input.fill('Before the session ended');
    await page.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem('userInfo')!) as object;
      localStorage.setItem('userInfo', JSON.stringify({ ...kept, token: 'gone', refreshToken: 'gone' }));
    });
    await page.reload();
    await signInAgain();
    await page.locator('.chat-thread').getByText('Hello, visitor.').waitFor();
    await expect.poll(() => input.inputValue()).toBe('Before the session ended');

    // Where it ends while the page is open, sending is what tells of it.
    await page.evaluate(async () => {
      const { token } = JSON.parse(localStorage.getItem('userInfo')!) as { token: string };
      const headers = { 'ba-user-token': token, 'content-type': 'application/json', server: 'true' };
      await fetch('/api/user/logout', { method: 'POST', headers, body: '{}' });
    });
    await input.fill('As it ended');
    await input.press('Enter');
    await signInAgain();
    await expect.poll(() => input.inputValue()).toBe('As it ended');
  });

  it('comes from the member centre to the chat, on a phone too', async () => {
    await centre!.join('ivy', 0);
    for (const phone of [false, true]) {
      const page = await visit('ivy', { phone });
      await page.goto('/user');
      if (phone) await page.getByRole('button', { name: 'Open the site menu' }).click();
      await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'AI chat', exact: true }).click();
      await chatOf(page).input.waitFor();
      expect(new URL(page.url()).pathname).toBe('/');
    }
  });

  it('is asked to sign in where a new conversation begins, and sends nothing as a visitor', async () => {
    const id = await centre!.join('abe', 0);
    const page = await visit('abe', { keep: true });
    const { ask, answer, input } = chatOf(page);
    const owners = async () => {
      const rows = await site.app.gate.rows('chat_conversation').list({}, { sort: 'id' });
      return rows.slice(known).map(({ owner }) => owner);
    };
    const known = await site.app.gate.rows('chat_conversation').count();
    model.answer = says('Hello, member.');
    // Its time is over: it is renewed on the way.
    await expireTokens(site.app, 'member');
    await ask.call(chatOf(page), 'As time goes by');
    await answer.getByText('Hello, member.').waitFor();
    expect(await owners()).toEqual([`m${id}`]);
    await page.getByRole('link', { name: 'New chat' }).first().click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.evaluate(async () => {
      const { token } = JSON.parse(localStorage.getItem('userInfo')!) as { token: string };
      const headers = { 'ba-user-token': token, 'content-type': 'application/json', server: 'true' };
      await fetch('/api/user/logout', { method: 'POST', headers, body: '{}' });
    });
    await input.fill('Not as a visitor');
    await input.press('Enter');
    await page.getByRole('alert').getByRole('link', { name: 'Sign in or sign up' }).click();
    await page.waitForURL('**/user/login?to=*');
    expect(await owners()).toEqual([`m${id}`]);
    await signIn(page, 'abe');
    await page.waitForURL((url) => url.pathname === '/');
    await expect.poll(() => input.inputValue()).toBe('Not as a visitor');
    await input.press('Enter');
    await page.waitForURL('**/chat/*');
    await expect.poll(owners).toEqual([`m${id}`, `m${id}`]);
  });

  it('signs up when the day’s messages are used up, and has the history', async () => {
    await site.configure({ chat_visitor_daily: 1 });
    const page = await site.visit({ language: 'en' });
    await page.goto('/');
    const { ask, answer, input } = chatOf(page);
    model.answer = says('The only one.');
    await ask.call(chatOf(page), 'One');
    await answer.getByText('The only one.').waitFor();
    const { pathname } = new URL(page.url());
    await page.getByText('0 messages left today.').waitFor();
    await input.fill('Two');
    await input.press('Enter');
    await page.getByRole('alert').getByRole('link', { name: 'Sign in or sign up' }).click();
    await signUp(page, 'zoe', codeTo);
    await page.waitForURL((url) => url.pathname === pathname);
    await answer.getByText('The only one.').waitFor();
    await page.getByRole('link', { name: 'zoe: member centre' }).waitFor();
    await expect.poll(() => input.inputValue()).toBe('Two');
    model.answer = says('One more.');
    await input.press('Enter');
    await answer.getByText('One more.').waitFor();
  });

  it('whose points have run out checks in beside it, and has the answer', async () => {
    await site.configure({ chat_price_in: 1, chat_price_out: 10, chat_max_tokens: 100 });
    await centre!.join('bob', 0);
    const page = await visit('bob');
    const { input, answer } = chatOf(page);
    model.answer = says('Worth a point.');
    await input.fill('What is it worth?');
    await input.press('Enter');
    const alert = page.getByRole('alert');
    await alert.getByRole('link', { name: 'My points' }).waitFor();
    expect(await input.inputValue()).toBe('What is it worth?');
    await alert.getByRole('button', { name: 'Check in for points' }).click();
    await answer.getByText('Worth a point.').waitFor();
    await answer.getByText(/test-model · \d+ points?/).waitFor();
    expect(await input.inputValue()).toBe('');
  });

  it('chooses a model, and says what was wrong with an answer', async () => {
    const rows = (table: string) => site.app.gate.rows(table as 'chat_model');
    const { id: provider_id } = await rows('chat_provider').add({ name: 'Ours', base_url: model.baseUrl } as never);
    for (const name of ['Quick', 'Careful']) await rows('chat_model').add({ provider_id, name, model: name } as never);
    await centre!.join('cat', 0);
    const page = await visit('cat');
    const { answer } = chatOf(page);
    await page.getByRole('button', { name: /^Model: / }).click();
    await page.getByRole('menuitem', { name: 'Careful' }).click();
    await page.getByRole('button', { name: 'Model: Careful' }).waitFor();
    model.answer = says('Slowly but surely.');
    await chatOf(page).ask('Which are you?');
    await answer.getByText('Slowly but surely.').waitFor();
    expect(model.asked.at(-1)!.body.model).toBe('Careful');

    await answer.getByRole('button', { name: 'Poor answer' }).click();
    const form = page.getByRole('form', { name: 'What was wrong?' });
    await form.getByRole('textbox', { name: 'In your own words' }).fill('It says nothing.');
    await form.getByRole('button', { name: 'Send' }).click();
    await form.waitFor({ state: 'hidden' });
    const [kept] = await site.app.gate.rows('chat_feedback').list({}, { sort: '-id', limit: 1 });
    expect(kept).toMatchObject({ value: 'bad', reason: 'It says nothing.' });

    model.answer = says('At once.');
    await answer.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('menuitem', { name: 'Try again with Quick' }).click();
    await answer.getByText('At once.').waitFor();
    expect(model.asked.at(-1)!.body.model).toBe('Quick');
  });

  it.runIf(keeping !== undefined)('shows the model a picture, a text and a PDF', async () => {
    await centre!.join('dan', 0);
    const page = await visit('dan');
    const { input, answer } = chatOf(page);
    await page.locator('.chat-input input[type=file]').setInputFiles([
      { name: 'dot.png', mimeType: 'image/png', buffer: png },
      { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('Remember the milk') },
      { name: 'paper.pdf', mimeType: 'application/pdf', buffer: pdfOf('Forty-two pages') },
    ]);
    await page.getByRole('button', { name: 'Remove paper.pdf' }).waitFor();
    await input.fill('What are these?');
    model.answer = says('Three files.');
    const send = page.getByRole('button', { name: 'Send', exact: true });
    await expect.poll(() => send.isEnabled()).toBe(true);
    // What is attached is as safe as what is typed.
    await page.reload();
    for (const name of ['dot.png', 'note.txt', 'paper.pdf'])
      await page.getByRole('button', { name: `Remove ${name}` }).waitFor();
    await expect.poll(() => input.inputValue()).toBe('What are these?');
    await send.click();
    await answer.getByText('Three files.').waitFor();
    await page.getByRole('button', { name: 'Remove paper.pdf' }).waitFor({ state: 'detached' });
    const told = JSON.stringify(model.asked.at(-1)!.body.messages);
    for (const part of ['data:image/', 'Remember the milk', 'Forty-two pages']) expect(told).toContain(part);
    const asked = page.locator('.chat-message[data-role="user"]');
    await asked.getByRole('img', { name: 'dot.png' }).waitFor();
    for (const name of ['note.txt', 'paper.pdf']) await asked.getByRole('link', { name }).waitFor();
    await page.reload();
    await asked.getByRole('link', { name: 'paper.pdf' }).waitFor();
  });

  it('makes a key for a program, which answers by it until it is revoked', async () => {
    await centre!.join('kim', 0);
    const page = await visit('kim');
    const ask = (secret: string) =>
      fetch(`${site.address}/api/chat/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'test-model', messages: [{ role: 'user', content: 'Hello' }] }),
      });
    model.answer = says('Hello, program.');
    await page.getByRole('button', { name: 'API keys' }).click();
    const dialog = page.getByRole('dialog', { name: 'API keys' });
    expect(await dialog.getByRole('textbox', { name: 'Base URL' }).inputValue()).toBe(`${site.address}/api/chat/v1`);
    await dialog.getByRole('textbox', { name: 'What the key is for' }).fill('My program');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const secret = await dialog.getByRole('textbox', { name: 'Key', exact: true }).inputValue();
    expect(await (await ask(secret)).text()).toContain('Hello, program.');
    // Opened again, it is not shown any more.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'API keys' }).click();
    await dialog.getByRole('listitem').getByText('My program').waitFor();
    expect(await dialog.innerText()).not.toContain(secret);
    expect(await dialog.getByRole('textbox', { name: 'Key', exact: true }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Revoke My program' }).click();
    await page.getByRole('tooltip').getByRole('button', { name: 'Revoke', exact: true }).click();
    await dialog.getByText("You don't have any keys yet.").waitFor();
    expect((await ask(secret)).status).toBe(401);
  });

  it('reads one answer in two tabs and on a phone', async () => {
    await centre!.join('eve', 0);
    const page = await visit('eve');
    const slow = slowly(model);
    await chatOf(page).ask('Count');
    slow.say('one ');
    const tab = await page.context().newPage();
    await tab.goto(page.url());
    const phone = await visit('eve', { phone: true });
    await phone.goto(new URL(page.url()).pathname);
    const all = [page, tab, phone];
    const shows = (text: string) => all.map((each) => chatOf(each).answer.getByText(text, { exact: true }).waitFor());
    await Promise.all(shows('one'));
    slow.say('two ');
    await Promise.all(shows('one two'));
    // The phone comes back to it in the middle.
    await phone.reload();
    slow.say('three');
    slow.end();
    await Promise.all(shows('one two three'));
    await Promise.all(all.map((each) => each.getByRole('button', { name: 'Try again' }).waitFor()));
    for (const each of all) expect(await each.locator('.chat-message').count()).toBe(2);
  });
});
