import { afterAll, beforeEach, expect, it } from 'vitest';
import { denyStorage, runSite } from '#browser';
import { chat } from '../server.ts';
import { chatOf, chinese, english, slowly, type Words } from './journey.ts';
import { refuses, says, startModelServer } from './modelServer.ts';

const model = await startModelServer();
afterAll(() => model.close());
const environment = { CHAT_BASE_URL: model.baseUrl, CHAT_MODEL: 'test-model', CHAT_API_KEY: 'sk-canary-2' };
const site = runSite([], [chat({ environment })]);
beforeEach(() => site.configure({ chat_visitor_daily: 100, chat_address_daily: 1000, chat_captcha_after: 0 }));

it.each([
  ['zh-cn', chinese],
  ['en', english],
] as const)('a visitor asks, stops, goes on, asks again and in other words, in %s', async (language, words: Words) => {
  const page = await site.visit({ language });
  await page.goto('/');
  const { ask, answer, messages, button, input } = chatOf(page, words);
  let slow = slowly(model);
  await ask.call(chatOf(page, words), 'What is the sea?');
  expect(await input.inputValue()).toBe('');
  slow.say('The sea is **wide** ');
  await answer.getByText('The sea is').waitFor();
  await button(words.stop).click();
  await page.locator('.chat-thread').getByText(words.stopped).waitFor();

  model.answer = says('and deep.');
  await button(words.continue).click();
  await answer.getByText('and deep.').waitFor();
  await answer.getByText('The sea is').waitFor();
  expect(await answer.locator('strong').innerText()).toBe('wide');

  model.answer = says('Much water.');
  await answer.getByRole('button', { name: words.again }).click();
  await page.locator('.chat-thread').getByText('Much water.').waitFor();
  await answer.getByText('2/2').waitFor();
  await answer.getByRole('button', { name: words.before }).click();
  await page.locator('.chat-thread').getByText('and deep.').waitFor();
  expect(await page.locator('.chat-thread').getByText('Much water.').count()).toBe(0);

  model.answer = says('Blue.');
  await messages.first().hover();
  await messages.first().getByRole('button', { name: words.edit }).click();
  await page.getByRole('textbox', { name: words.edit }).fill('What colour is the sea?');
  await page.getByRole('textbox', { name: words.edit }).press('Enter');
  await page.locator('.chat-thread').getByText('Blue.').waitFor();
  await messages.first().getByText('2/2').waitFor();
  await messages.first().getByRole('button', { name: words.before }).click();
  await page.locator('.chat-thread').getByText('What is the sea?').waitFor();
  await page.locator('.chat-thread').getByText('Much water.').waitFor();
  // The server knows which version was shown last.
  await page.reload();
  await page.locator('.chat-thread').getByText('What is the sea?').waitFor();
  slow = slowly(model);
  await ask.call(chatOf(page, words), 'Thanks');
  slow.say('You are welcome');
  slow.end();
  await page.locator('.chat-thread').getByText('You are welcome').waitFor();
});

it('an answer goes on while the page is loaded anew, and in every window that shows it', async () => {
  const page = await site.visit({ language: 'en' });
  await page.goto('/');
  const here = chatOf(page);
  const answer = slowly(model);
  await here.ask('Count');
  answer.say('one two ');
  await page.locator('.chat-thread').getByText('one two').waitFor();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.locator('.chat-thread').getByText('one two').waitFor();
  await page.reload();
  answer.say('three ');
  for (const each of [page, other]) await each.locator('.chat-thread').getByText('one two three').waitFor();
  answer.say('four');
  answer.end();
  for (const each of [page, other]) {
    await each.locator('.chat-thread').getByText('one two three four', { exact: true }).waitFor();
    await each.getByRole('button', { name: 'Try again' }).waitFor();
  }
  // What is asked in one window is seen in the other.
  model.answer = says('five');
  await here.ask('And then?');
  await other.locator('.chat-thread').getByText('five').waitFor();
  expect(await other.locator('.chat-message').count()).toBe(4);
});

it('keeps an answer that has come whole when the server said before that it was being written', async () => {
  const page = await site.visit({ language: 'en' });
  const answered = Promise.withResolvers<void>();
  let asked = 0;
  await page.route('**/conversation?**', async (route) => {
    const answer = await route.fetch();
    if ((asked += 1) === 1) await answered.promise;
    await route.fulfill({ response: answer });
  });
  const titles = Promise.withResolvers<void>();
  model.beforeTitles = titles.promise;
  await page.goto('/');
  const { ask, answer } = chatOf(page);
  const slow = slowly(model);
  await ask.call(chatOf(page), 'One');
  await expect.poll(() => asked).toBe(1);
  slow.say('First.');
  slow.end();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  const late = page.waitForResponse(/\/conversation\?/);
  answered.resolve();
  await (await late).finished();
  await expect.poll(() => asked).toBe(2);
  await answer.getByText('First.').waitFor();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  expect(await page.getByRole('button', { name: english.stop }).count()).toBe(0);
  // Its stream is still open, for the title.
  titles.resolve();
  model.beforeTitles = Promise.resolve();
  await page.getByRole('heading', { name: 'A fine title' }).waitFor();
  expect(await page.getByRole('button', { name: english.stop }).count()).toBe(0);
});

it('says that it has lost the server, and goes on when it is there again', async () => {
  const page = await site.visit({ language: 'en', faulty: true });
  let isAway = true;
  let tries = 0;
  // The first connection breaks behind the first word, and there is no other while the server is away.
  const body = 'id: 4\ndata: {"text":"one "}\n\n';
  await page.route('**/api/chat/stream?*', async (route) => {
    tries += 1;
    if (tries === 1) return route.fulfill({ contentType: 'text/event-stream', body });
    return isAway ? route.abort() : route.continue();
  });
  await page.goto('/');
  const slow = slowly(model);
  await chatOf(page).ask('Count');
  slow.say('one ');
  slow.say('two ');
  const { answer, input } = chatOf(page);
  await answer.getByText('one', { exact: true }).waitFor();
  await answer.getByText('Reconnecting… The answer is kept on the server.').waitFor();
  await input.fill('And then?');
  isAway = false;
  await answer.getByText('one two', { exact: true }).waitFor();
  expect(await answer.getByText('Reconnecting').count()).toBe(0);
  slow.say('three');
  slow.end();
  await answer.getByText('one two three', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  // What was typed meanwhile is there, and what is sent offline is kept.
  await page.context().setOffline(true);
  await input.press('Enter');
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
  expect(await input.inputValue()).toBe('And then?');
  await page.context().setOffline(false);
  model.answer = says('four');
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await answer.getByText('four').waitFor();
  expect(await input.inputValue()).toBe('');
});

it('Escape closes a menu before it stops an answer', async () => {
  const page = await site.visit({ language: 'en' });
  await page.goto('/');
  const { ask, button } = chatOf(page);
  const slow = slowly(model);
  await ask.call(chatOf(page), 'Go on');
  slow.say('As long ');
  await page.locator('.chat-thread').getByText('As long').waitFor();
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menuitem', { name: 'Rename' }).waitFor({ state: 'hidden' });
  slow.say('as you like');
  await page.locator('.chat-thread').getByText('As long as you like').waitFor();
  expect(await page.getByText('You stopped this answer.').count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.locator('.chat-thread').getByText('You stopped this answer.').waitFor();
  await button('Continue').waitFor();
});

it('tells of its keys, and offers the prompts of the office', async () => {
  const prompts = site.app.gate.rows('chat_prompt');
  for (const title of ['Translate', 'Summarise', 'Explain', 'Draft', 'Review'])
    await prompts.add({ title, text: `${title} this: `, category: title < 'F' ? 'Writing' : 'Reading' } as never);
  const page = await site.visit({ language: 'en' });
  await page.goto('/');
  const { input } = chatOf(page);
  await input.waitFor();
  await page.getByRole('button', { name: 'All 5 prompts' }).press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await keys.getByText('Search conversations').waitFor();
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'hidden' });
  await input.fill('/');
  const option = (name: string) => page.getByRole('option', { name: new RegExp(`^${name}`), selected: true });
  await option('New chat').waitFor();
  for (const [key, name] of [
    ['ArrowDown', 'Prompts'],
    ['ArrowDown', 'Keyboard shortcuts'],
    ['ArrowUp', 'Prompts'],
  ] as const) {
    await input.press(key);
    await option(name).waitFor();
  }
  await input.press('Enter');
  const library = page.getByRole('dialog', { name: 'Prompts' });
  await library.getByRole('region', { name: 'Writing' }).getByRole('button', { name: 'Draft' }).waitFor();
  await library.getByRole('textbox', { name: 'Search prompts' }).fill('summ');
  await library.getByRole('button', { name: 'Draft' }).waitFor({ state: 'hidden' });
  await library.getByRole('button', { name: 'Summarise' }).click();
  await expect.poll(() => input.inputValue()).toBe('Summarise this: ');
  // A question mark that is typed is one.
  await input.press('?');
  expect(await keys.isVisible()).toBe(false);
  expect(await input.inputValue()).toBe('Summarise this: ?');
});

it('keeps what is typed, and what was not sent', async () => {
  const page = await site.visit({ language: 'en', faulty: true });
  await page.goto('/');
  const { input, button } = chatOf(page);
  await input.fill('Half a thought');
  await page.reload();
  await expect.poll(() => input.inputValue()).toBe('Half a thought');
  await page.route('**/api/chat/send', (route) => route.abort());
  await input.press('Enter');
  await page.getByRole('alert').getByText(/./).first().waitFor();
  expect(await input.inputValue()).toBe('Half a thought');
  await page.unroute('**/api/chat/send');
  model.answer = says('A whole one.');
  await button('Try again').click();
  await page.locator('.chat-thread').getByText('A whole one.').waitFor();
  expect(await page.locator('.chat-message[data-role="user"]').count()).toBe(1);
  // A key that ends the composing of a word sends nothing.
  await input.fill('ni hao');
  await input.dispatchEvent('keydown', { key: 'Enter', isComposing: true });
  expect(await input.inputValue()).toBe('ni hao');
});

it('offers to send again what may be taken then, not what is refused as it is', async () => {
  const rows = site.app.gate.rows('chat_refused_word');
  const { id } = await rows.add({ word: 'zauber' });
  const page = await site.visit({ language: 'en' });
  await page.goto('/');
  const { input } = chatOf(page);
  await input.fill('Zauber for me');
  await input.press('Enter');
  const refused = page.locator('.chat-refused').filter({ hasText: "“zauber” isn't allowed here" });
  await refused.waitFor();
  expect(await refused.getByRole('button').evaluateAll((all) => all.map((each) => each.ariaLabel))).toEqual(['Close']);
  expect(await input.inputValue()).toBe('Zauber for me');
  await rows.del([id]);
});

it('names, pins, archives, finds and deletes conversations, and takes that back', async () => {
  const page = await site.visit({ language: 'en' });
  const { input } = chatOf(page);
  const side = page.getByRole('navigation', { name: 'Conversations' });
  for (const text of ['Whales and ships', 'Bread and salt']) {
    await page.goto('/');
    model.answer = says(`About ${text}`);
    await chatOf(page).ask(text);
    await page.getByRole('button', { name: 'Try again' }).waitFor();
  }
  const more = page.getByRole('main').getByRole('button', { name: 'More', exact: true });
  const choose = async (name: string): Promise<void> => {
    await more.click();
    await page.getByRole('menuitem', { name }).click();
  };
  await choose('Rename');
  const name = page.getByRole('textbox', { name: 'Rename' });
  await name.fill('Kitchen');
  await name.press('Enter');
  await side.getByRole('link', { name: 'Kitchen' }).waitFor();
  await choose('Pin');
  await side.getByRole('region', { name: 'Pinned' }).getByRole('link', { name: 'Kitchen' }).waitFor();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('whales');
  await expect.poll(() => side.getByRole('listitem').count()).toBe(1);
  expect((await side.locator('mark').allInnerTexts()).map((word) => word.toLowerCase())).toContain('whales');
  await page.getByRole('textbox', { name: 'Search conversations' }).fill('');
  await expect.poll(() => side.getByRole('listitem').count()).toBe(2);

  await choose('Archive');
  await expect.poll(() => side.getByRole('link', { name: 'Kitchen' }).count()).toBe(0);
  await side.getByRole('button', { name: 'Archived' }).click();
  await side.getByRole('link', { name: 'Kitchen' }).waitFor();
  await choose('Move out of the archive');
  await side.getByRole('button', { name: 'Back to all conversations' }).click();
  await side.getByRole('link', { name: 'Kitchen' }).waitFor();

  await choose('Delete');
  await page.waitForURL((url) => url.pathname === '/');
  await input.waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.waitForURL('**/chat/*');
  await page.locator('.chat-thread').getByText('About Bread and salt').waitFor();
  await side.getByRole('link', { name: 'Kitchen' }).waitFor();

  const downloading = page.waitForEvent('download');
  await choose('Export as Markdown');
  expect((await downloading).suggestedFilename()).toBe('Kitchen.md');
});

it('keeps the end in sight when what is above gets lower, and leaves who reads above', async () => {
  const page = await site.visit({ language: 'en' });
  await page.goto('/');
  const { ask, answer } = chatOf(page);
  model.answer = says(`Many points.\n\n${'- point\n'.repeat(60)}`);
  await ask.call(chatOf(page), 'Which?');
  await answer.getByRole('button', { name: 'Try again' }).waitFor();
  const box = page.locator('.chat-scroll');
  const fromEnd = () => box.evaluate((each) => each.scrollHeight - each.scrollTop - each.clientHeight);
  const toEnd = page.getByRole('button', { name: 'Jump to the latest message' });
  await expect.poll(fromEnd).toBeLessThan(2);
  // Sizes are observed with the frame that is drawn next; the browser may hold the end in sight before that.
  await box.evaluate((each) => {
    each.querySelector<HTMLElement>('li')!.style.paddingTop = '500px';
    return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
  await expect.poll(fromEnd).toBeLessThan(2);
  // As when early messages go, a new one comes, and the browser holds what is in sight: it tells of that as of scrolling.
  await box.evaluate((each) => {
    const [first, last] = [
      each.querySelector<HTMLElement>('li')!,
      each.querySelector<HTMLElement>('ol > li:last-child')!,
    ];
    const before = each.scrollTop;
    first.style.paddingTop = '0';
    (last as HTMLElement).style.paddingBottom = '100px';
    each.scrollTop = before - 500;
    each.dispatchEvent(new Event('scroll'));
  });
  await expect.poll(fromEnd).toBeLessThan(2);
  await toEnd.waitFor({ state: 'hidden' });
  await box.hover();
  await page.mouse.wheel(0, -400);
  await toEnd.waitFor();
});

it('puts an idea below what is typed already', async () => {
  const page = await site.visit({ language: 'en' });
  await page.goto('/');
  const { input } = chatOf(page, english);
  const idea = page.locator('.chat-ideas button').first();
  const text = await idea.locator('span').textContent();
  await idea.click();
  await expect.poll(() => input.inputValue()).toBe(text);
  await input.fill('In one sentence:');
  await idea.click();
  await expect.poll(() => input.inputValue()).toBe(`In one sentence:\n\n${text}`);
});

it('shares a conversation by a link, until that is taken back', async () => {
  const page = await site.visit({ language: 'en' });
  await page.goto('/');
  model.answer = says('Forty-two.');
  await chatOf(page).ask('The answer?');
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByRole('textbox', { name: 'Link to the conversation' }).inputValue();

  const elsewhere = await site.visit({ language: 'en' });
  await elsewhere.goto(new URL(link).pathname);
  await elsewhere.getByText('Forty-two.').waitFor();
  await elsewhere.goto(new URL(page.url()).pathname);
  await elsewhere.getByText('Conversation not found').waitFor();

  await page.getByRole('button', { name: 'Stop sharing' }).click();
  await page.getByRole('button', { name: 'Create link' }).waitFor();
  await elsewhere.goto(new URL(link).pathname);
  await elsewhere.getByText('This conversation is not shared').waitFor();
  expect(await elsewhere.getByText('Forty-two.').count()).toBe(0);
});

it('tells a visitor plainly when the day’s messages are used up, and keeps the text', async () => {
  await site.configure({ chat_visitor_daily: 1 });
  const page = await site.visit({ language: 'en' });
  await page.goto('/');
  const { ask, input, answer } = chatOf(page);
  // One that got no answer is given back.
  const failing = Promise.withResolvers<void>();
  model.answer = (response, asked) => failing.promise.then(() => refuses(500)(response, asked));
  await ask.call(chatOf(page), 'Zero');
  await page.getByText('0 messages left today.').waitFor();
  failing.resolve();
  await page.getByText('1 message left today.').waitFor();
  // There is nothing to copy and to judge.
  await page.getByRole('button', { name: 'Try again' }).first().waitFor();
  expect(await answer.getByRole('button', { name: /Copy|answer$/ }).count()).toBe(0);
  model.answer = says('First.');
  await ask.call(chatOf(page), 'One');
  await answer.getByText('First.').waitFor();
  await page.getByText('0 messages left today.').waitFor();
  await input.fill('Two');
  await input.press('Enter');
  const alert = page.getByRole('alert');
  await alert.getByText("You've used up today's message. There will be another tomorrow.").waitFor();
  expect(await input.inputValue()).toBe('Two');
  // Nobody can sign in here.
  expect(await page.locator('a[href^="/user"]').count()).toBe(0);
  await page.goto('/chat/aaaaaaaaaaaaaaaaaaaaaa');
  await page.getByText('Conversation not found').waitFor();
  expect(await page.locator('a[href^="/user"]').count()).toBe(0);
});

it('asks who is quick for a security check, and sends what was typed after it', async () => {
  // Messages of other tests have come from the same address.
  await site.reset();
  await site.configure({ chat_captcha_after: 1 });
  const page = await site.visit({ language: 'en' });
  await page.goto('/');
  const { ask, input, answer } = chatOf(page);
  model.answer = says('First.');
  await ask.call(chatOf(page), 'One');
  await answer.getByText('First.').waitFor();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  model.answer = says('Second.');
  await input.fill('Two');
  await input.press('Enter');
  const check = page.getByRole('dialog', { name: 'Security check' });
  await check.waitFor();
  expect(await input.inputValue()).toBe('Two');
  await check.getByRole('button', { name: 'Verify without a picture' }).click();
  await answer.getByText('Second.').waitFor();
  expect(await input.inputValue()).toBe('');

  // An edited message likewise, and not what is typed beside it.
  await input.fill('Not yet');
  model.answer = says('Third.');
  const question = chatOf(page).messages.nth(2);
  await question.hover();
  await question.getByRole('button', { name: english.edit }).click();
  const edited = page.getByRole('textbox', { name: english.edit });
  await edited.fill('Zwei');
  await edited.press('Enter');
  await check.getByRole('button', { name: 'Verify without a picture' }).click();
  await answer.getByText('Third.').waitFor();
  await edited.waitFor({ state: 'hidden' });
  expect(await input.inputValue()).toBe('Not yet');
  expect(model.asked.at(-1)!.body.messages.at(-1)).toEqual({ role: 'user', content: 'Zwei' });
});

it('is used on a phone', async () => {
  const page = await site.visit({ phone: true });
  await page.goto('/');
  const { input, button, answer } = chatOf(page, chinese);
  model.answer = says('你好！');
  await input.tap();
  await input.pressSequentially('早');
  // On a touch screen Enter begins a line.
  await input.press('Enter');
  await input.pressSequentially('安');
  expect(await input.inputValue()).toBe('早\n安');
  await button('发送').tap();
  await answer.getByText('你好！').waitFor();
  await button('展开对话列表').tap();
  const side = page.getByRole('navigation', { name: '对话列表' });
  await side.getByRole('link', { name: '新对话' }).tap();
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByRole('heading', { name: '有什么可以帮您？' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

it('leaves room for the other buttons on a phone, however long a title and the name of a model are', async () => {
  const { rows } = site.app.gate;
  const { id } = await rows('chat_provider').add({ name: 'One', base_url: 'http://127.0.0.1:9/v1' });
  for (const name of ['Short', 'A name of a model that is much too long for the head of a page on a phone'])
    await rows('chat_model').add({ provider_id: id, name, model: 'x' });
  const page = await site.visit({ phone: true, language: 'en' });
  await page.goto('/');
  const { input, button } = chatOf(page);
  const choice = page.getByRole('button', { name: /^Model:|A name of a model/ }).first();
  const menu = page.getByRole('button', { name: 'Show conversations' });
  const reachable = async (): Promise<void> => {
    const [box, before] = [(await choice.boundingBox())!, (await menu.boundingBox())!];
    expect(box.x).toBeGreaterThanOrEqual(before.x + before.width);
    await menu.click({ trial: true });
    await page.getByRole('button', { name: 'New chat' }).click({ trial: true });
  };
  await reachable();
  await input.fill('A question that is much too long to be the title of a conversation on a phone');
  await button('Send').tap();
  await page.waitForURL('**/chat/*');
  const title = page.getByRole('heading', { level: 1 });
  await title.waitFor();
  await reachable();
  // Nearly all that is between the buttons.
  expect((await title.boundingBox())!.width).toBeGreaterThan(180);
  await rows('chat_model').del((await rows('chat_model').list()).map((row) => row.id));
});

it('answers where the browser may store nothing', async () => {
  const page = await site.visit({ own: true });
  await denyStorage(page);
  await page.goto('/');
  model.answer = says('Still here.');
  const { input } = chatOf(page, chinese);
  await input.fill('Anybody?');
  await input.press('Enter');
  await page.locator('.chat-thread').getByText('Still here.').waitFor();
  expect(await input.inputValue()).toBe('');
});
