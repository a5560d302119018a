import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMailbox, type Mailbox } from '#test';
import { runSite } from '#browser';
import centre from '../locales/zh-cn/centre.json' with { type: 'json' };
import enter from '../locales/zh-cn/enter.json' with { type: 'json' };
import { books } from './books.ts';

/** Noon in the site's time zone. It only goes on: each member comes after the one before. */
const clock = { now: Date.UTC(2026, 10, 20, 4) / 1000 };
const book = books();
const site = runSite([], book.plugins, () => clock.now);
let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await openMailbox();
  await site.configure({ open_member_center: 1 });
  await site.configure(mailbox.settings);
  await site.configure({ check_in_points: 5, check_in_bonus: [{ key: '3', value: '20' }] });
});
afterAll(() => mailbox.close());

const words = {
  without: '不看图片，直接验证',
  captcha: '安全验证',
  save: '保存',
  nickname: '昵称',
  motto: '个性签名',
  checkIn: (points: number) => `签到，领 ${points} 积分`,
};
const [first, second] = ['Correct-Horse 9', 'Another-Horse 8'];

/** The code in the subject of the mail that comes next to the address. */
async function mailedCode(target: string, before: number): Promise<string> {
  const mails = () => mailbox.received.slice(before).filter(({ to }) => to.includes(target));
  await expect.poll(() => mails().length).toBe(1);
  const [, subject] = /^Subject: ((?:.*\r\n[ \t])*.*)$/m.exec(mails()[0]!.raw)!;
  const text = subject!.replaceAll(/=\?utf-8\?b\?([^?]*)\?=/gi, (_, given: string) =>
    Buffer.from(given, 'base64').toString(),
  );
  return /\d{6}/.exec(text)![0];
}

/** What somebody does in the browser. */
class Visitor {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  button(name: string) {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Has a code sent to the address, and types it. */
  async typeCode(target: string): Promise<void> {
    const before = mailbox.received.length;
    await this.button(enter.send).click();
    const check = this.page.getByRole('dialog', { name: words.captcha });
    const sent = this.page.getByRole('status').getByText(enter.sent.replace('{{target}}', target));
    await check.or(sent).first().waitFor();
    if (await check.isVisible()) await check.getByRole('button', { name: words.without }).click();
    await sent.waitFor();
    await this.page.getByRole('textbox', { name: enter.code, exact: true }).fill(await mailedCode(target, before));
  }

  async register(name: string): Promise<void> {
    await this.page.goto('/user/login');
    await this.page.getByRole('radio', { name: enter.register.tab, exact: true }).click();
    await this.page.getByRole('textbox', { name: enter.username, exact: true }).fill(name);
    await this.page.getByRole('textbox', { name: enter.email, exact: true }).fill(`${name}@example.com`);
    await this.typeCode(`${name}@example.com`);
    await this.page.getByLabel(enter.password, { exact: true }).fill(first);
    await this.button(enter.register.submit).click();
    await this.page.waitForURL('**/user/account/overview');
  }

  async signIn(name: string, password: string): Promise<void> {
    await this.page.goto('/user/login');
    await this.page.getByLabel(enter.account).fill(name);
    await this.page.getByLabel(enter.password, { exact: true }).fill(password);
    await this.page.getByRole('checkbox', { name: enter.keep }).check();
    await this.button(enter.login.submit).click();
  }

  /** A page of the centre, by its entry in the menu, which a phone moves to where the first page stands in it. */
  async open(name: string): Promise<void> {
    await this.page.locator('main h1').waitFor();
    const menu = this.page.getByRole('navigation', { name: centre.menu });
    await menu.getByRole('link', { name, exact: true }).click();
    await this.page.locator('main h1', { hasText: name }).waitFor();
  }

  async checkIn(points: number): Promise<void> {
    await this.button(words.checkIn(points)).click();
    await this.button(centre.checkIn.already).waitFor();
  }

  /** Of each entry of the page at hand what came or went, and what there was before and after it. */
  entries(): Promise<number[][]> {
    return this.page.locator('.centre-entries tbody tr').evaluateAll((rows) =>
      rows.map((row) =>
        ['change', 'before', 'after'].map((column) => {
          const text = row.querySelector<HTMLElement>(`td[data-column=${column}]`)!.innerText;
          return Number(text.replaceAll(/[^\d-]/g, ''));
        }),
      ),
    );
  }
}

it('a new member confirms the address, comes three days running, spends, changes everything, and leaves, on a phone', async () => {
  const name = 'ann';
  const visitor = new Visitor(await site.visit({ phone: true }));
  const { page } = visitor;
  const member = async () => (await site.app.gate.rows('user').list({ or: [{ username: name }] }))[0]!;

  await visitor.register(name);
  const { id } = await member();
  expect(await member()).toMatchObject({ email: `${name}@example.com`, score: 0 });
  await visitor.checkIn(5);
  await page.evaluate(() => localStorage.removeItem('userInfo'));
  await visitor.signIn(`${name}@example.com`, first);
  await page.waitForURL('**/user/account/overview');
  for (const points of [5, 25]) {
    clock.now += 86_400;
    await page.reload();
    await visitor.checkIn(points);
  }

  const booking = { currency: 'score', user: id, reason: 'shop', key: `tea ${name}` } as const;
  await book.ledger.adjust({ ...booking, amount: -12, memo: 'Tea' });
  await visitor.open('积分记录');
  await page.getByText('Tea').waitFor();
  expect(await visitor.entries()).toEqual([
    [-12, 35, 23],
    [25, 10, 35],
    [5, 5, 10],
    [5, 0, 5],
  ]);
  // As many as there are are all that can be spent.
  await expect(book.ledger.adjust({ ...booking, key: `more ${name}`, amount: -24, memo: 'Cake' })).rejects.toThrow();
  await page.reload();
  await page.getByRole('region', { name: centre.account }).getByText('23', { exact: true }).waitFor();

  await visitor.open(centre.profile.title);
  await page.getByLabel(words.nickname).fill('小安 An');
  await page.getByLabel(words.motto).fill('Slow is smooth');
  await visitor.button(words.save).first().click();
  await page.getByText(centre.profile.saved).waitFor();
  await page.getByRole('region', { name: centre.account }).getByText('小安 An', { exact: true }).waitFor();

  await visitor.button(`${centre.bind.change}：${centre.bind.email}`).click();
  const dialog = page.getByRole('dialog', { name: centre.bind.changeTitle.email });
  await dialog.getByLabel(enter.password, { exact: true }).fill(first);
  await visitor.typeCode(`${name}@example.com`);
  await dialog.getByRole('button', { name: centre.bind.next }).click();
  await dialog.getByRole('textbox', { name: centre.bind.new.email }).fill(`${name}@new.example`);
  await visitor.typeCode(`${name}@new.example`);
  await dialog.getByRole('button', { name: centre.bind.submit, exact: true }).click();
  await page.getByText(centre.bind.changed.email, { exact: true }).waitFor();
  expect(await member()).toMatchObject({ nickname: '小安 An', motto: 'Slow is smooth', email: `${name}@new.example` });

  const elsewhere = new Visitor(await site.visit({ phone: true }));
  await elsewhere.signIn(`${name}@new.example`, first);
  await elsewhere.page.waitForURL('**/user/account/overview');
  await visitor.open(centre.security.title);
  await page.getByLabel(centre.password.old).fill(first);
  await page.getByLabel(centre.password.new, { exact: true }).fill(second);
  await page.getByLabel(centre.password.repeat).fill(second);
  await visitor.button(centre.password.submit).click();
  await page.getByText(centre.password.done).waitFor();
  await elsewhere.page.reload();
  await elsewhere.page.waitForURL('**/user/login*');

  await elsewhere.signIn(name, first);
  await elsewhere.page.getByRole('alert').getByText(/./).first().waitFor();
  await elsewhere.signIn(name, second);
  await elsewhere.page.waitForURL('**/user/account/overview');
  await page.reload();
  await visitor.button(centre.devices.endOthers).click();
  await visitor.button(centre.devices.endOthers).waitFor({ state: 'detached' });
  await elsewhere.page.reload();
  await elsewhere.page.waitForURL('**/user/login*');

  await visitor.open(centre.profile.title);
  await visitor.button(centre.close.close).click();
  const closing = page.getByRole('dialog', { name: centre.close.question });
  await closing.getByText('23', { exact: false }).waitFor();
  await closing.getByLabel(enter.password, { exact: true }).fill(second);
  await closing.getByRole('button', { name: centre.close.close, exact: true }).click();
  await page.waitForURL('**/user/login*');
  await page.getByText(centre.close.done).waitFor();
  expect(await site.app.gate.rows('user').get(id)).toMatchObject({ closed: 1, email: null, nickname: '—', score: 23 });
  expect(await site.app.gate.rows('user_score_log').count({ user_id: id })).toBe(4);
  await visitor.signIn(name, second);
  await page.getByRole('alert').getByText(/./).first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/user/login');
});
