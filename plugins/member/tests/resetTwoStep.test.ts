import { expect } from 'vitest';
import { testPlugin } from '#test';
import { books } from './books.ts';

const book = books();
testPlugin(
  'the second step is reset from the row of a member, as the other actions are done',
  book.plugins,
  async () => {
    const { buttons } = book.host.catalogue(book.host.system).find(({ name }) => name === 'user')!;
    expect(buttons.map(({ name, place }) => [name, place])).toContainEqual(['resetTwoStep', 'both']);
  },
);
