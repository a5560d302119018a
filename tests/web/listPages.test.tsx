import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ListPages } from '../../src/web/table/ListPages.tsx';
import type { ListState } from '../../src/web/table/listShape.ts';
import { draw } from '../support/component/office.tsx';

it('groups the digits of its numbers', async () => {
  const state = { page: 1, limit: 20 } as ListState;
  await draw(<ListPages state={state} total={620_573} phone={false} onChange={() => {}} />, { language: 'en' });
  await expect.element(page.getByText('1–20 of 620,573')).toBeVisible();
  await expect.element(page.css('.ant-pagination-item').last()).toHaveTextContent('31,029');
});

it.each([
  ['zh-cn', '跳至页'],
  ['en', 'Go to page'],
] as const)('asks for a page in the order of the language (%s)', async (language, words) => {
  const state = { page: 1, limit: 20 } as ListState;
  await draw(<ListPages state={state} total={620} phone={false} onChange={() => {}} />, { language });
  await expect.poll(() => page.css('.ant-pagination-options-quick-jumper').element().textContent.trim()).toBe(words);
});
