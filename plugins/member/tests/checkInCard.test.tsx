import { expect, it } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { answer, faultsOfPage, heard, release } from '#component';
import { openCentre, refused, said } from './centrePage.ts';

const call = '/api/account/checkIn';
const month = {
  month: '2026-11',
  days: ['2026-11-22', '2026-11-23'],
  date: '2026-11-24',
  today: false,
  streak: 2,
  next: 1200,
};
const done = { ...month, days: [...month.days, '2026-11-24'], today: true, streak: 3, next: 1300 };
const overview = { days: [], scoreEnds: [], moneyEnds: [], signIns: [] };

const card = page.getByRole('region', { name: /^(Daily check-in|每日签到)$/ });
const button = (name: string): Locator => card.getByRole('button', { name, exact: true });
const asked = (): number => heard('GET', call).length;
const marked = (): string[] =>
  [...card.element().querySelectorAll('td[data-marked=true] > span:first-child')].map(({ textContent }) => textContent);

async function show(language: 'en' | 'zh-cn' = 'en'): Promise<void> {
  await answer('/api/account/overview', said(overview));
  await answer('/api/account/overview?days=7', said(overview));
  await openCentre('overview', { language });
  await expect.element(card).toBeVisible();
}

it('offers the day with its points, marks the days before, and names today', async () => {
  await answer(call, said(month));
  await show();
  await expect.element(button('Check in for 1,200 points')).toBeEnabled();
  await expect.element(card).toMatchTextContent(/2 days in a row/);
  expect(marked()).toEqual(['22', '23']);
  expect(card.element().querySelector('[aria-current=date]')?.textContent).toBe('24');
  expect(await faultsOfPage()).toEqual([]);
});

it('checks in once, shows the day and what tomorrow gives, and offers nothing more', async () => {
  await answer(call, said(month), said({ streak: 3, points: 1200 }), said(done));
  await show();
  await button('Check in for 1,200 points').click();
  await expect.element(page.getByText('Checked in: 1,200 points, 3 days in a row')).toBeVisible();
  await expect.element(button('Checked in today')).toBeDisabled();
  await expect.element(card).toMatchTextContent(/1,300 points tomorrow/);
  await expect.poll(marked).toEqual(['22', '23', '24']);
  expect(heard('POST', call)).toHaveLength(1);
});

it('sends one check-in however often it is pressed', async () => {
  await answer(call, said(month));
  await show();
  await expect.element(button('Check in for 1,200 points')).toBeEnabled();
  await answer(call, { ...said({ streak: 3, points: 1 }), holds: true }, said(done));
  const element = (await button('Check in for 1,200 points').findElement()) as HTMLElement;
  element.click();
  await expect.poll(() => heard('POST', call).length).toBe(1);
  element.click();
  element.click();
  await release(call);
  await expect.element(button('Checked in today')).toBeDisabled();
  expect(heard('POST', call)).toHaveLength(1);
});

it('tells why a check-in was refused, and shows the day anew: it may have been checked in elsewhere', async () => {
  await answer(call, said(month), refused("You've already checked in today."), said(done));
  await show();
  await button('Check in for 1,200 points').click();
  await expect.element(page.getByText("You've already checked in today.")).toBeVisible();
  await expect.element(button('Checked in today')).toBeDisabled();
  expect(asked()).toBe(2);
});

it('can be tried again after a failure', async () => {
  await answer(call, said(month), { status: 500, body: {} }, said(month));
  await show();
  await button('Check in for 1,200 points').click();
  await expect.poll(asked).toBe(2);
  await expect.element(button('Check in for 1,200 points')).toBeEnabled();
  expect(marked()).toEqual(['22', '23']);
});

it('begins a new row of days after a gap, one point being one point', async () => {
  await answer(call, said({ ...month, days: [], streak: 0, next: 1 }), said({ streak: 1, points: 1 }), said(done));
  await show();
  await expect.element(card).toMatchTextContent(/0 days in a row/);
  await button('Check in for 1 point').click();
  await expect.element(page.getByText('Checked in: 1 point', { exact: true })).toBeVisible();
});

it('says why the days could not be loaded, and loads them when asked to', async () => {
  await answer(call, refused('The books are closed.'), said(month));
  await show('zh-cn');
  await expect.element(card.getByText('The books are closed.')).toBeVisible();
  await card.getByRole('button').click();
  await expect.element(button('签到，领 1,200 积分')).toBeEnabled();
});

it('turns back through the months, and no further than to the present one', async () => {
  await answer(call, said(month));
  await answer(`${call}?month=2026-10`, said({ ...month, month: '2026-10', days: ['2026-10-31'] }));
  await answer(`${call}?month=2026-11`, said(month));
  await show();
  await expect.element(button('Next month')).toBeDisabled();
  await button('Previous month').click();
  await expect.element(card.getByText('October 2026')).toBeVisible();
  expect(marked()).toEqual(['31']);
  expect(card.element().querySelector('[aria-current=date]')).toBeNull();
  await button('Next month').click();
  await expect.element(card.getByText('November 2026')).toBeVisible();
});
