import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addPerson, runSite } from '#browser';
import { chat } from '../server.ts';
import { members } from './members.ts';

const centre = await members();

describe.runIf(centre !== undefined)('conversations of members', () => {
  const site = runSite([], [chat({ environment: {} }), ...(centre?.plugins ?? [])]);
  const callsOf = (page: Page): readonly string[] => {
    const calls: string[] = [];
    page.on('request', (request) => request.url().includes('user.user/select') && calls.push(request.url()));
    return calls;
  };

  it('name them, asking for each once, and lead to their records, for who may see members', async () => {
    const { rows } = site.app.gate;
    const ids: number[] = [];
    for (const name of ['ann', 'bob', 'cid']) {
      const id = await centre!.join(name, 0);
      ids.push(id);
      const code = name.padEnd(22, 'x');
      await rows('chat_conversation').add({ code, title: 'x', owner: `m${id}`, user_id: id } as never);
    }
    await rows('chat_conversation').add({ code: 'v'.repeat(22), title: 'x', owner: 'v7' } as never);
    const page = await site.signedIn({ language: 'en', at: '/config.json' });
    const calls = callsOf(page);
    await page.goto('/admin/chat/conversation');
    for (const name of ['ann', 'bob', 'cid']) await page.getByText(new RegExp(`^\\d+ · ${name}$`)).waitFor();
    // Each is asked for once; those whose cells are drawn together, together.
    const asked = calls.flatMap((url) =>
      [...new URL(url).searchParams].filter(([name]) => name.startsWith('initValue')),
    );
    expect(asked.map(([, id]) => Number(id)).toSorted((one, other) => one - other)).toEqual(ids);
    await page.getByRole('link', { name: /^\d+ · bob$/ }).click();
    await page.getByRole('heading', { name: 'bob', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/admin\/user\/user\/\d+$/);

    await addPerson(site.app.gate, 'clerk', 'Clerk-pass-1', ['chat/conversation/index']);
    const clerks = await site.signedIn({
      language: 'en',
      at: '/config.json',
      username: 'clerk',
      password: 'Clerk-pass-1',
      fresh: true,
    });
    const refused = callsOf(clerks);
    await clerks.goto('/admin/chat/conversation');
    await clerks.getByRole('cell', { name: /^\d+$/ }).nth(2).waitFor();
    await clerks.waitForLoadState('networkidle');
    expect(await clerks.getByText(/^\d+ · /).count()).toBe(0);
    expect(refused).toEqual([]);
  });
});
