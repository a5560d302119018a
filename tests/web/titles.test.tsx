import { expect, it } from 'vitest';
import { useTitle } from '../../src/web/navigation/useTitle.ts';
import { draw } from '../support/component/office.tsx';

function Page({ title }: { title: string }) {
  useTitle(title);
  return null;
}

it.each([
  ['zh-cn', '无标题'],
  ['en', 'No title'],
] as const)('calls a page without a title so, before the name of the site (%s)', async (language, words) => {
  await draw(<Page title="Books" />, { language });
  await expect.poll(() => document.title).toBe('Books - Ai Chat');
  await draw(<Page title="Ai Chat" />, { language });
  await expect.poll(() => document.title).toBe('Ai Chat');
  await draw(<Page title="" />, { language });
  await expect.poll(() => document.title).toBe(`${words} - Ai Chat`);
});
