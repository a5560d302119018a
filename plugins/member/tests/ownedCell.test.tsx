import { App } from 'antd';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '#component';
import OwnedCell from '../web/office/OwnedCell.tsx';

it.each([
  ['en', 'Void: the account is closed'],
  ['zh-cn', '账号已注销，已作废'],
] as const)('strikes through in %s what nobody can use any more', async (language, void_) => {
  const field = { name: 'money' } as Parameters<typeof OwnedCell>[0]['field'];
  await draw(
    <App>
      <OwnedCell field={field} value="5.00" row={{ id: 1, closed: 1 }} />
      <OwnedCell field={field} value="7.00" row={{ id: 2, closed: 0 }} />
    </App>,
    { language },
  );
  await expect.element(page.getByRole('deletion')).toMatchTextContent(/^¥5\.00/);
  await expect.element(page.getByTitle(void_)).toBeVisible();
  await expect.element(page.getByText('¥7.00')).toBeVisible();
  expect(page.getByRole('deletion').elements()).toHaveLength(1);
});
