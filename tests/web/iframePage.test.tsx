import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { IframePage } from '../../src/web/components/IframePage.tsx';
import { draw } from '../support/component/office.tsx';

it.each([
  ['en', 'Open in a new tab'],
  ['zh-cn', '在新标签页中打开'],
] as const)('offers what a frame may refuse to show at its own address (%s)', async (language, name) => {
  const url = `${location.origin}/icon.svg`;
  await draw(<IframePage url={url} title="Icon" />, { language });
  await expect.element(page.getByText(url)).toBeVisible();
  const link = page.getByRole('link', { name });
  await expect.element(link).toHaveAttribute('href', url);
  await expect.element(link).toHaveAttribute('target', '_blank');
  await expect.element(link).toHaveAttribute('rel', 'noreferrer');
  await expect.element(page.getByTitle('Icon', { exact: true })).toHaveAttribute('src', url);
});
