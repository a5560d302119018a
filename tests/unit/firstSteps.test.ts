import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Resource } from '#resource';
import { productFiles } from '../support/product.ts';
import { firstSteps, productTables, type FirstStepsParts } from '../../src/server/admin/firstSteps.ts';

const resources = join(import.meta.dirname, '../../resources');

it('knows the tables that the product brings: any other file is of whoever runs it', async () => {
  const found = await Promise.all(
    productFiles.resources.map(
      async (name) => ((await import(join(resources, name))) as { default: Resource }).default.name,
    ),
  );
  expect(productTables.toSorted()).toEqual(found.toSorted());
});

it('ends with a table of one’s own', async () => {
  const parts = (files: Record<string, string>) =>
    ({
      gate: { rows: () => ({ list: async () => [{}, {}] }), modelOf: () => ({ path: 'auth/admin' }) },
      files: new Map(Object.entries(files)),
      basics: async () => ({ site_name: 'Ours' }),
      mail: async () => ({ smtp_server: null, smtp_sender_mail: null }),
      added: [],
    }) as unknown as FirstStepsParts;
  const product = { admin: 'resources/admin.ts', chat_message: 'plugins/chat/server/tables/message.ts' };
  expect((await firstSteps(parts(product), 'en')).map(({ isDone }) => isDone)).toEqual([true, false, true]);
  expect(await firstSteps(parts({ ...product, book: 'resources/book.ts' }), 'en')).toEqual([]);
});
