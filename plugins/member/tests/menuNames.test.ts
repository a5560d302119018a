import { expect } from 'vitest';
import { testPlugin } from '#test';
import { books } from './books.ts';

interface Entry {
  readonly title: string;
  readonly children?: readonly Entry[];
}
const book = books();
testPlugin('no directory of the menu is called like a page in it', [], async (first, { start }) => {
  await first.close();
  const server = await start(book.plugins);
  const token = await server.signIn();
  for (const [language, name] of [
    ['en', 'Membership'],
    ['zh-cn', '会员管理'],
  ] as const) {
    const answer = await server.request('GET', '/api/admin/Index/index', {
      token,
      headers: { 'think-lang': language },
    });
    const { menus } = answer.json.data as unknown as { readonly menus: readonly Entry[] };
    const directories = menus.filter(({ children = [] }) => children.length > 0);
    expect(directories.map(({ title }) => title)).toContain(name);
    for (const { title, children = [] } of directories) expect(children.map((each) => each.title)).not.toContain(title);
  }
});
