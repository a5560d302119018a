import { expect } from 'vitest';
import type { Books } from './books.ts';

/** The entries of a member go on from one another, from zero to what the member has. */
export async function assertChain({ host, ledger }: Books, user_id: number): Promise<number> {
  const entries = await host.rows('user_score_log', host.system).list({ user_id }, { sort: 'id' });
  let end = 0;
  for (const { score, before, after } of entries) {
    expect([before, after]).toEqual([end, end + score]);
    expect(after).toBeGreaterThanOrEqual(0);
    end = after!;
  }
  expect((await ledger.balance(user_id)).score).toBe(end);
  return entries.length;
}
