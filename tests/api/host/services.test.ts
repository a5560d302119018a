import { describe, expect, it } from 'vitest';
import { definePlugin, type ServerPlugin } from '#plugin';
import { startOrder } from '../../../src/server/loading/startOrder.ts';
import ledger from '../../examples/ledger.ts';
import shop from '../../examples/shop.ts';
import { eachDatabase } from '../../support/databases.ts';
import { startServer } from '../../support/server.ts';

declare module '#plugin' {
  interface Services {
    one: { count(): number };
    two: string;
  }
}

const ordered = (plugins: readonly ServerPlugin[]): { names: string[]; reported: string[] } => {
  const reported: string[] = [];
  const names = startOrder(
    plugins.map((plugin) => ({ file: `plugins/${plugin.name}/server.ts`, plugin })),
    (file, { message }) => reported.push(`${file}: ${message}`),
  ).map(({ plugin }) => plugin.name);
  return { names, reported };
};

describe('services', () => {
  it('let plugins start after those whose services they require', () => {
    const plugins: ServerPlugin[] = [
      { name: 'a', uses: ['two'] },
      { name: 'b' },
      { name: 'c', uses: ['one'], provides: { two: () => 'x' } },
      { name: 'd', provides: { one: () => ({ count: () => 1 }) } },
    ];
    expect(ordered(plugins)).toEqual({ names: ['b', 'd', 'c', 'a'], reported: [] });
  });

  it('that are missing, provided twice or required in a circle are named, and the others start', () => {
    const one = { one: () => ({ count: () => 1 }) };
    const { names, reported } = ordered([
      { name: 'a', uses: ['ones' as never] },
      { name: 'b', provides: one },
      { name: 'c', provides: one },
      { name: 'd', uses: ['two'], provides: { e: () => 1 } as never },
      { name: 'e', uses: ['e' as never], provides: { two: () => 'x' } },
      { name: 'f', uses: ['one'] },
    ]);
    expect(names).toEqual(['b', 'f']);
    expect(reported).toEqual([
      'plugins/c/server.ts: provides: the plugin "b" provides "one" already; choose another name.',
      'plugins/a/server.ts: uses: no plugin provides "ones". Did you mean "one"?',
      expect.stringMatching(
        /^plugins\/d\/server\.ts: uses: "two" comes from the plugin "e", which cannot start either/,
      ),
      expect.stringMatching(/^plugins\/e\/server\.ts: uses: "e" comes from the plugin "d", which cannot start either/),
    ]);
  });
});

eachDatabase((_name, _open, place) => {
  it('are used by other plugins, in the same transaction', async () => {
    const server = await startServer(await place(), {
      resources: [...ledger.resources!, ...shop.resources!],
      plugins: [shop, ledger],
    });
    try {
      const token = await server.signIn();
      const { gate } = server.app;
      const { id } = await gate.rows('wallet').add({ name: 'w', balance: '10' });
      const buy = async (price: string) =>
        (await server.request('POST', '/api/admin/shop.purchase/buy', { token, body: { wallet_id: id, price } })).json;
      expect(await buy('7.50')).toMatchObject({ code: 1, data: { balance: '2.50' } });
      expect((await buy('7.50')).code).toBe(0);
      expect(await gate.rows('purchase').count()).toBe(1);
      expect(await gate.rows('ledger').count()).toBe(1);
    } finally {
      await server.close();
    }
  });

  it('that are not required, or whose plugin fails, are named', async () => {
    const asking = (name: string, uses: readonly 'one'[]): ServerPlugin =>
      definePlugin({
        name,
        uses,
        start(host) {
          host.use('one').count();
        },
      });
    const failing = definePlugin({
      name: 'failing',
      provides: {
        one: () => {
          throw new Error('no service today');
        },
      },
    });
    const server = await startServer(await place(), {
      plugins: [asking('silent', []), asking('asking', ['one']), failing],
    });
    const log = server.logged.join('');
    expect(log).toContain(`plugin silent: start: plugin silent uses the service \\"one\\": write uses: ['one'].`);
    expect(log).toContain('plugin failing: start: no service today');
    expect(log).toContain('plugin asking: start: The service \\"one\\" is not there');
    expect((await server.signIn()).length).toBeGreaterThan(0);
    await server.close();
  });
});
