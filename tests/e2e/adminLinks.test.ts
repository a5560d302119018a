import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import en from '../../locales/en/recover.json' with { type: 'json' };
import zh from '../../locales/zh-cn/recover.json' with { type: 'json' };
import { addPerson } from '../support/addPerson.ts';
import { library } from '../support/library.ts';
import { openMailbox, type Mailbox } from '../support/mailbox.ts';
import { runSite } from '../support/site.ts';

const [secret, another] = ['Person-1', 'Person-22'];
const site = runSite(library);
let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await openMailbox();
});
beforeEach(async () => {
  await site.configure(mailbox.settings);
  await site.configure({ urls: [site.address] });
});
afterAll(() => mailbox.close());

/** The link in the only mail that somebody has got. */
async function linkTo(address: string): Promise<string> {
  const mail = (): string | undefined => mailbox.received.find(({ to }) => to.includes(address))?.raw;
  await expect.poll(mail).toBeDefined();
  const text = textOf(mail()!);
  const [link] = /http:\/\/\S+\/admin\/login\?for=\w+#[\w-]{43}/.exec(text) ?? [];
  expect(link, text).toBeDefined();
  return link!;
}

/** What a mail says: Chinese ones are in base64, English ones quoted-printable or plain. */
function textOf(raw: string): string {
  const [head = '', ...body] = raw.split('\r\n\r\n');
  const sent = body.join('\n');
  if (/^Content-Transfer-Encoding: base64/im.test(head)) return Buffer.from(sent, 'base64').toString();
  return sent.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
}

/** From the page that says that it is done, by its way back. */
async function signIn(page: Page, words: typeof en, button: string, username: string, password: string): Promise<void> {
  await page.getByRole('link', { name: words.back }).click();
  await page.getByLabel(words.username, { exact: true }).fill(username);
  await page.getByLabel(words.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.waitForURL(/\/admin\/(?!login)./);
}

it('a forgotten password is set anew by a mailed link, once', async () => {
  // Without a page of her own she would be led to the page that says so, and from there back again.
  await addPerson(site.app.gate, 'ann', secret, ['library/book/index']);
  const email = 'ann@people.example';
  const admins = site.app.gate.rows('admin');
  await admins.edit((await admins.list({ username: 'ann' }))[0]!.id, { email });
  const page = await site.visit();
  await page.goto('/admin/login');
  await page.getByRole('link', { name: zh.title.forgotten }).click();
  await page.getByLabel(zh.account).fill(email);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: '安全验证' }).getByRole('button', { name: '不看图片，直接验证' }).click();
  await page.getByText(zh.sent, { exact: true }).waitFor();

  const link = await linkTo(email);
  const setBy = async (visitor: Page): Promise<void> => {
    await visitor.goto(link);
    await visitor.getByLabel(zh.newPassword, { exact: true }).fill(another);
    await visitor.getByRole('button', { name: zh.save }).click();
  };
  await setBy(page);
  await page.getByText(zh.reset, { exact: true }).waitFor();
  await signIn(page, zh, '登录', 'ann', another);
  const late = await site.visit();
  await setBy(late);
  await late.locator('form').getByRole('alert').getByText('链接已失效').waitFor();
  expect((await site.app.gate.rows('admin').list({ email }))[0]).toMatchObject({ username: 'ann', session_number: 2 });
});

it('an invited person becomes an administrator', async () => {
  const email = 'new@people.example';
  const boss = await site.signedIn({ language: 'en', at: '/admin/auth/invitation' });
  await boss.getByRole('button', { name: 'New', exact: true }).click();
  const dialog = boss.getByRole('dialog');
  await dialog.getByRole('textbox').first().fill(email);
  await dialog.getByRole('treeitem').first().getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await boss.getByRole('cell', { name: email, exact: true }).waitFor();

  const page = await site.visit({ language: 'en' });
  await page.goto(await linkTo(email));
  await page.getByText(email).waitFor();
  await page.getByLabel(en.username, { exact: true }).fill('newcomer');
  await page.getByLabel(en.password, { exact: true }).fill(secret);
  await page.getByRole('button', { name: en.accept }).click();
  await page.getByText(en.accepted, { exact: true }).waitFor();
  await signIn(page, en, 'Sign in', 'newcomer', secret);
  expect(await site.app.gate.rows('admin_invitation').count({ email })).toBe(0);
});
