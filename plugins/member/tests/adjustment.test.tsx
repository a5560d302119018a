import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { App } from 'antd';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answer, draw } from '#component';
import Adjustment from '../web/office/Adjustment.tsx';

async function show(language: 'en' | 'zh-cn', action: string, amount: string): Promise<void> {
  const props = {
    manifest: { name: `user/${action}` },
    row: { id: 17, money: '10.00', score: 3 },
    values: { amount },
    readOnly: false,
    setValue: () => {},
  } as unknown as Parameters<typeof Adjustment>[0];
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <Adjustment {...props} />
      </App>
    </QueryClientProvider>,
    { language },
  );
}

it.each([
  ['en', 'Balance now: ¥7.25, afterwards: ¥9.75', 'Points now: 3, afterwards: 1'],
  ['zh-cn', '当前余额 ¥7.25，之后为 ¥9.75', '当前积分 3，之后为 1'],
] as const)('says in %s what a member has now, and will have', async (language, money, points) => {
  await answer('/api/admin/user.moneyLog/add*', {
    body: { code: 1, msg: '', time: 0, data: { user: { money: '7.25' } } },
  });
  // Who may not add entries is told what the list has.
  await answer('/api/admin/user.scoreLog/add*', { body: { code: 401, msg: 'no', time: 0, data: null } });
  await show(language, 'adjustMoney', '2.5');
  await expect.element(page.getByText(money, { exact: true })).toBeVisible();
  await show(language, 'adjustScore', '-2');
  await expect.element(page.getByText(points, { exact: true })).toBeVisible();
});
