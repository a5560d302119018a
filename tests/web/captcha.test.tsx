import { expect, it, vi } from 'vitest';
import { commands, page } from 'vitest/browser';
import { Captcha } from '../../src/web/plugins/extend.ts';
import { ClickCaptcha } from '../../src/web/captcha/ClickCaptcha.tsx';
import { draw } from '../support/component/office.tsx';
import { heard } from '../support/component/requests.ts';

const picture = page.getByRole('button', { name: '点击图片中的文字' });
const marks = page.css('.captcha-mark');
const boxOf = (element: Element): DOMRect => element.getBoundingClientRect();

it('marks each place where it was clicked, and covers no other', async () => {
  await draw(<ClickCaptcha onSolved={() => {}} onCancel={() => {}} />);
  const clicked = [40, 120, 300].map((x) => ({ x, y: 100 }));
  for (const position of clicked) await picture.click({ position });
  await expect.poll(() => marks.elements().length).toBe(clicked.length);
  const { left, top } = boxOf(picture.element());
  const middles = marks.elements().map((mark) => {
    const box = boxOf(mark);
    expect([box.width, box.height]).toEqual([24, 24]);
    return { x: Math.round(box.x + 12 - left), y: Math.round(box.y + 12 - top) };
  });
  expect(middles).toEqual(clicked);
  await marks.nth(1).click();
  await expect.poll(() => marks.elements().length).toBe(1);
});

it('is solved by a click on each character in its order, and gives another picture after a wrong one', async () => {
  const solved = vi.fn<(id: string, info: string) => void>();
  await draw(<ClickCaptcha onSolved={solved} onCancel={() => {}} />);
  const asked = () => heard('GET', 'clickCaptcha').map(({ query }) => query.get('id')!);
  await expect.element(picture).toBeVisible();
  const wrong = await commands.targetsOf(asked()[0]!);
  for (const position of wrong.toReversed()) await picture.click({ position });
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.poll(() => asked().length).toBe(2);
  await expect.element(picture).toBeVisible();
  for (const position of await commands.targetsOf(asked()[1]!)) await picture.click({ position });
  await expect.element(page.getByText('验证成功')).toBeVisible();
  await expect.poll(() => solved.mock.calls.map(([id]) => id)).toEqual([asked()[1]]);
});

it('says that the picture could not be loaded, and asks for it again at a click', async () => {
  await commands.answer('/api/common/clickCaptcha*', [{ status: 500 }, { adds: {} }]);
  await draw(<ClickCaptcha onSolved={() => {}} onCancel={() => {}} />, { language: 'en' });
  const failed = page
    .getByRole('alert')
    .getByRole('button', { name: "The picture couldn't be loaded. Click to refresh" });
  await failed.click();
  await expect.element(page.getByRole('button', { name: 'Click the characters in the picture' })).toBeVisible();
  await expect.poll(() => failed.query()).toBeNull();
});

it('asks, checks and works for the purpose that it is given', async () => {
  const solved = vi.fn<(id: string, info: string) => void>();
  await draw(<Captcha purpose="guests.join" onSolved={solved} onCancel={() => {}} />);
  await expect.element(picture).toBeVisible();
  const [{ query }] = heard('GET', 'clickCaptcha') as [ReturnType<typeof heard>[number]];
  expect(query.get('purpose')).toBe('guests.join');
  for (const position of await commands.targetsOf(query.get('id')!)) await picture.click({ position });
  await expect.poll(() => solved.mock.calls.length).toBe(1);
  expect(heard('POST', 'checkClickCaptcha')).toMatchObject([{ body: { purpose: 'guests.join' } }]);
});

it('works for the purpose that it is given without a picture too', async () => {
  const solved = vi.fn<(id: string, info: string) => void>();
  await draw(<Captcha purpose="guests.join" onSolved={solved} onCancel={() => {}} />);
  await page.getByRole('button', { name: '不看图片，直接验证' }).click();
  await expect
    .poll(() => heard('GET', 'workChallenge').map(({ query }) => query.get('purpose')))
    .toEqual(['guests.join']);
});
