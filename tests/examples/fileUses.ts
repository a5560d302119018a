import { definePlugin } from '#plugin';
import { f, table } from '#resource';

const use = table('file_use', {
  address: f.text({ required: true, unique: true, max: 500 }),
  uses: f.int({ default: 0 }),
});

declare module '#resource' {
  interface Tables {
    file_use: typeof use;
  }
}

const addresses = (value: unknown): string[] => [value ?? []].flat() as string[];

export default definePlugin({
  name: 'file-uses',
  // A table without a page, nodes or calls: only the plugin reads and writes it.
  resources: [use.resource({ page: false })],
  watch: [
    {
      kinds: ['image', 'images', 'file', 'files'],
      // Within the transaction that changes the row: either both are kept, or neither is.
      async changed({ event, before, after, context }) {
        // What lies in the trash may come back, so it is still in use.
        if (event === 'trashed' || event === 'restored') return;
        const uses = context.table('file_use');
        const count = async (address: string, by: number): Promise<void> => {
          const [known] = await uses.list({ address });
          const { id } = known ?? (await uses.add({ address }));
          await uses.increment(id, { uses: by });
        };
        for (const address of addresses(before)) await count(address, -1);
        for (const address of addresses(after)) await count(address, 1);
      },
    },
  ],
});
