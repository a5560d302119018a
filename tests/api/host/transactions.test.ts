import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { definePlugin, job, type PluginHost, type PluginTransaction } from '#plugin';
import { f, Invalid, Problem, table } from '#resource';
import ledger from '../../examples/ledger.ts';
import { administrator } from '../../support/gate.ts';
import { eachDatabase } from '../../support/databases.ts';
import { gate } from '../../support/jobServers.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

const counter = table('counter', {
  name: f.text({ required: true, unique: true }),
  hits: f.int({ default: 0 }),
  most: f.int({ default: 0, max: 3 }),
  debt: f.decimal({ default: 0, min: -10, scale: 1 }),
  owner_id: f.int(),
  secret_note: f.text(),
});
/** The same with rules of its own. */
const hooked = table('hooked', { points: f.int({ default: 0 }), doubled: f.int({ default: 0 }) });
declare module '#resource' {
  interface Tables {
    counter: typeof counter;
    hooked: typeof hooked;
  }
}
const resources = [
  counter.resource({
    path: 'test/counter',
    traits: { history: true },
    rows: { read: (caller) => caller.super || { owner_id: caller.id } },
    access: { debt: { write: (caller) => caller.super } },
  }),
  hooked.resource({
    path: 'test/hooked',
    hooks: {
      beforeSave({ next }) {
        if (next.points === 13) throw new Problem('rows:taken');
        next.doubled = (next.points ?? 0) * 2;
      },
      afterSave({ row }) {
        if (row.points === 15) throw new Problem('rows:taken');
      },
    },
  }),
];
const noteDone = job<{ name: string }>({
  name: 'note-done',
  run: async (run) => void (await run.host.rows('counter', run.host.system).add({ name: run.data.name })),
});
let host: PluginHost;
let leaked: PluginTransaction | undefined;
let late: Promise<unknown> | undefined;
/** Opened when the transaction that leaks has ended. */
let ended = gate();
const works: Record<string, (transaction: PluginTransaction) => Promise<unknown>> = {
  async leak(transaction) {
    leaked = transaction;
    await transaction.rows('counter', host.system).add({ name: 'leak' });
  },
  async leakLater({ rows }) {
    late = ended.opened.then(() => rows('counter', host.system).add({ name: 'late' }));
    late.catch(() => {});
  },
  async break({ rows }) {
    await rows('counter', host.system).add({ name: 'break' });
    throw new Error('the work broke');
  },
  async enqueue({ rows, enqueue }) {
    await enqueue(noteDone, { name: 'told' });
    const refused = rows('counter', host.system).add({ name: 'told', most: 9 });
    const [, id] = await Promise.allSettled([refused, enqueue(noteDone, { name: 'beside' })]);
    return id;
  },
  async enqueueInVain({ enqueue }) {
    await enqueue(noteDone, { name: 'in vain' });
    throw new Problem('rows:taken');
  },
  nested: () => host.transaction(host.system, async () => 1),
  outside: () => host.rows('counter', host.system).add({ name: 'outside' }),
};
const plugin = definePlugin({
  name: 'worker',
  resources,
  jobs: [noteDone],
  routes: [
    {
      method: 'POST',
      url: '/admin/test.worker/run',
      node: 'everyone',
      handler: async ({ caller, body }) => host.transaction(caller, works[String(body['work'])]!),
    },
  ],
  start(given) {
    host = given;
  },
});
let hanging: PluginHost;
const hangs = definePlugin({
  name: 'hangs',
  routes: [
    {
      method: 'POST',
      url: '/admin/test.worker/hang',
      node: 'everyone',
      handler: async ({ caller }) =>
        hanging.transaction(caller, async ({ rows }) => {
          await rows('counter', hanging.system).add({ name: 'hang' });
          return new Promise<never>(() => {});
        }),
    },
  ],
  start(given) {
    hanging = given;
  },
});

eachDatabase((_name, _open, place) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await startServer(await place(), {
      resources: [...ledger.resources!, ...resources],
      plugins: [ledger, plugin],
      // Fifty of them wait for each other, on whatever machine.
      limits: { hook: 120_000 },
    });
    token = await server.signIn();
  });
  afterAll(() => server.close());
  const post = (url: string, body: object) =>
    server.request('POST', `/api/admin/${url}`, { body: { ...body }, token, mayFail: true });
  const list = async (of: string): Promise<Record<string, unknown>[]> =>
    (await server.request('GET', `/api/admin/${of}/index?limit=200&order=id,asc`, { token })).json.data[
      'list'
    ] as never;
  const walletOf = async (name: string): Promise<number> =>
    (await host.rows('wallet', host.system).add({ name, balance: '10' })).id;
  const run = (work: string) => post('test.worker/run', { work });

  describe('a ledger in transactions', () => {
    it('is exact under 50 parallel writers, and never negative', async () => {
      const id = await walletOf('parallel');
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => post('money.wallet/book', { id, amount: '-0.30' })),
      );
      const paid = answers.filter(({ json }) => json.code === 1);
      expect(paid).toHaveLength(33);
      const refused = answers.find(({ json }) => json.code !== 1)!.json;
      expect(refused.msg).toContain('must be at least 0');
      expect(refused.data['errors']).toHaveProperty('balance');
      expect(await host.rows('wallet', host.system).get(id)).toMatchObject({ balance: '0.10', version: 34 });
      const entries = (await host.rows('ledger', host.system).list({ wallet_id: id }, { sort: 'id' })).map(
        (row) => row.after,
      );
      const chain = Array.from({ length: 33 }, (_, at) => (10 - 0.3 * (at + 1)).toFixed(2));
      expect(entries).toEqual(chain);
    });

    it('books all of it or nothing', async () => {
      const [from, to] = [await walletOf('from'), await walletOf('to')];
      const before = (await list('money.ledger')).length;
      expect((await post('money.wallet/move', { from, to, amount: '4' })).json.data).toEqual({
        from: '6.00',
        to: '14.00',
      });
      expect((await post('money.wallet/move', { from, to, amount: '7' })).json.code).toBe(0);
      expect((await post('money.wallet/move', { from, to: 999_999, amount: '1' })).json.msg).toBe('Record not found');
      expect(await host.rows('wallet', host.system).get(from)).toMatchObject({ balance: '6.00' });
      expect(await list('money.ledger')).toHaveLength(before + 2);
    });

    it.each(['0.001', '1e3', 'NaN', '1,5', '', '99999999999999999'])(
      'refuses the amount %s by its field',
      async (amount) => {
        const id = await walletOf(`amount ${amount}`);
        const { json } = await post('money.wallet/book', { id, amount });
        expect([json.code, Object.keys(json.data['errors'] as object)]).toEqual([0, ['balance']]);
      },
    );

    it('writes into history who has done it', async () => {
      const id = await walletOf('history');
      await post('money.wallet/book', { id, amount: '2.5' });
      const { data } = (await server.request('GET', `/api/admin/money.wallet/history?id=${id}`, { token })).json;
      expect((data['list'] as object[])[0]).toMatchObject({
        action: 'edit',
        username: 'admin',
        changes: { balance: { before: '10.00', after: '12.50' } },
      });
    });
  });

  describe('increment', () => {
    const added = async (values: object = {}) =>
      host.rows('counter', host.system).add({ name: crypto.randomUUID(), ...values });
    const counters = () => host.rows('counter', host.system);

    it('keeps to min and max of the field, and to 0 where it has no min', async () => {
      const { id } = await added();
      expect(await counters().increment(id, { hits: 5, debt: '-9.5' })).toMatchObject({ hits: 5, debt: -9.5 });
      await expect(counters().increment(id, { hits: -6 })).rejects.toMatchObject({
        errors: { hits: { key: 'validate:atLeast' } },
      });
      await expect(counters().increment(id, { debt: -1, hits: -1 })).rejects.toMatchObject({
        errors: { debt: { key: 'validate:atLeast' } },
      });
      await expect(counters().increment(id, { most: 4 })).rejects.toMatchObject({
        errors: { most: { key: 'validate:atMost' } },
      });
      await expect(counters().increment(id, { hits: Number.MAX_SAFE_INTEGER })).rejects.toMatchObject({
        errors: { hits: { key: 'validate:atMost' } },
      });
      expect(await counters().get(id)).toMatchObject({ hits: 5, most: 0, debt: -9.5, version: 2 });
    });

    it('lets what is outside of its bounds come back', async () => {
      const { id } = await added({ hits: -5 });
      expect(await counters().increment(id, { hits: 2 })).toMatchObject({ hits: -3 });
    });

    it('of nothing changes nothing, and of a field that is no number is a mistake of the plugin', async () => {
      const { id } = await added();
      expect(await counters().increment(id, {})).toMatchObject({ version: 1 });
      await expect(counters().increment(id, { name: 1 } as never)).rejects.toThrow(
        'counter.name is no number to add to',
      );
      await expect(counters().increment(id, { nothing: 1 } as never)).rejects.toBeInstanceOf(Invalid);
      await expect(counters().increment(999_999, { hits: 1 })).rejects.toMatchObject({ key: 'rows:notFound' });
    });

    it('lets nobody be told what a list remembered from before', async () => {
      const { id } = await counters().add({ name: 'remembered' });
      const before = await server.app.database.stateOf(['counter']);
      await counters().increment(id, { hits: 1 });
      expect(await server.app.database.stateOf(['counter'])).not.toBe(before);
    });

    it('is told to whoever edits the same field from an older version, and merges with other fields', async () => {
      const { id } = await added();
      await counters().increment(id, { hits: 1 });
      await expect(counters().edit(id, { hits: 9, version: 1 })).rejects.toMatchObject({ key: 'rows:stale' });
      expect(await counters().edit(id, { most: 2, version: 1 })).toMatchObject({ hits: 1, most: 2 });
    });

    it('passes the hooks of the table', async () => {
      const rows = host.rows('hooked', host.system);
      const { id } = await rows.add({});
      await Promise.all(Array.from({ length: 12 }, () => rows.increment(id, { points: 1 })));
      expect(await rows.get(id)).toMatchObject({ points: 12, doubled: 24, version: 13 });
      await expect(rows.increment(id, { points: 1 })).rejects.toMatchObject({ key: 'rows:taken' });
      expect(await rows.get(id)).toMatchObject({ points: 12 });
    });

    it('holds for rows, fields and nodes of the caller', async () => {
      const [{ id: own }, { id: other }] = [await added({ owner_id: 7 }), await added({ owner_id: 8 })];
      const as = (...nodes: string[]) => host.rows('counter', administrator(nodes));
      expect(await as('test/counter/edit').increment(own, { hits: 1 })).toMatchObject({ hits: 1 });
      await expect(as('test/counter/edit').increment(other, { hits: 1 })).rejects.toMatchObject({
        key: 'rows:notFound',
      });
      await expect(as('test/counter/edit').increment(own, { debt: 1 })).rejects.toMatchObject({
        errors: { debt: { key: 'validate:notWritable' } },
      });
      await expect(as('test/counter/index').increment(own, { hits: 1 })).rejects.toMatchObject({
        key: 'rows:forbidden',
      });
      expect(await counters().get(own)).toMatchObject({ hits: 1, debt: 0 });
      expect(await counters().get(other)).toMatchObject({ hits: 0 });
    });
  });

  describe('rows of a table as somebody', () => {
    it('need the node of each action', async () => {
      const { id } = await host.rows('counter', host.system).add({ name: 'nodes', owner_id: 7 });
      const calls = {
        list: (rows) => rows.list(),
        get: (rows) => rows.get(id),
        count: (rows) => rows.count(),
        add: (rows) => rows.add({ name: crypto.randomUUID(), owner_id: 7 }),
        edit: (rows) => rows.edit(id, { hits: 1 }),
        increment: (rows) => rows.increment(id, { hits: 1 }),
        del: (rows) => rows.del([id]),
      } satisfies Record<string, (rows: ReturnType<typeof host.rows<'counter'>>) => Promise<unknown>>;
      const opened: Record<string, readonly string[]> = {};
      for (const node of ['index', 'add', 'edit', 'del', 'other']) {
        const rows = host.rows('counter', administrator([`test/counter/${node}`]));
        const open: string[] = [];
        for (const [name, call] of Object.entries(calls)) {
          const error = await call(rows).then(
            () => undefined,
            (problem: unknown) => problem,
          );
          if ((error as Problem | undefined)?.key !== 'rows:forbidden') open.push(name);
        }
        opened[node] = open;
      }
      expect(opened).toEqual({
        index: ['list', 'get', 'count'],
        add: ['add'],
        edit: ['get', 'edit', 'increment'],
        del: ['del'],
        other: [],
      });
    });
  });

  describe('a transaction', () => {
    const names = async () => (await list('test.counter')).map(({ name }) => name);

    it('that never ends is rolled back and named, and others write on', async () => {
      const limited = await startServer(await place(), { resources, plugins: [hangs], limits: { hook: 1500 } });
      try {
        const own = await limited.signIn();
        const send = (url: string, body: object = {}) =>
          limited.request('POST', `/api/admin/${url}`, { body: { ...body }, token: own });
        const asked = send('test.worker/hang');
        const others = Promise.all(['a', 'b', 'c'].map((name) => send('test.counter/add', { name })));
        expect((await asked).json.msg).toContain('a plugin took too long');
        expect((await others).map(({ json }) => json.code)).toEqual([1, 1, 1]);
        const rows = await limited.app.gate.rows('counter').list({}, { sort: 'name' });
        expect(rows.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
        expect(limited.logged.join('')).toContain(
          'plugin hangs: a transaction, which was rolled back: took longer than 1500 ms',
        );
      } finally {
        await limited.close();
      }
    });

    it('that throws is rolled back and named', async () => {
      expect((await run('break')).json.code).toBe(0);
      expect(await names()).not.toContain('break');
      expect(server.logged.join('')).toContain('plugin worker: a transaction, which was rolled back: the work broke');
    });

    it('adds jobs with its commit, and none when it is undone', async () => {
      expect((await run('enqueueInVain')).json.code).toBe(0);
      expect((await run('enqueue')).json.code).toBe(1);
      await expect.poll(names).toEqual(expect.arrayContaining(['told', 'beside']));
      expect(await names()).not.toContain('in vain');
    });

    it('gives rows that work until its end only, and names whoever uses them later', async () => {
      expect((await run('leak')).json.code).toBe(1);
      await expect(leaked!.rows('counter', host.system).add({ name: 'after' })).rejects.toThrow('has ended');
      await expect(leaked!.enqueue(noteDone, { name: 'after' })).rejects.toThrow('has ended');
      ended = gate();
      expect((await run('leakLater')).json.code).toBe(1);
      ended.open();
      await expect(late).rejects.toThrow('has ended');
      expect(await names()).not.toEqual(expect.arrayContaining(['after']));
      expect(await names()).not.toContain('late');
      expect(server.logged.join('')).toContain('plugin worker: a transaction that had ended: The work that was given');
    });

    it('refuses what would wait for it', async () => {
      expect((await run('nested')).json.code).toBe(0);
      expect((await run('outside')).json.code).toBe(0);
      expect(server.logged.join('')).toContain('host.transaction began within another transaction');
      expect(server.logged.join('')).toContain("host.rows('counter').add within a transaction would wait for it");
      expect(await names()).not.toContain('outside');
    });

    it('goes on after a refused call, which leaves nothing behind', async () => {
      const done = await host.transaction(host.system, async ({ rows }) => {
        const counters = rows('counter');
        await counters.add({ name: 'first' });
        await expect(counters.add({ name: 'first' })).rejects.toMatchObject({ key: 'rows:taken' });
        await expect(rows('hooked').add({ points: 13 })).rejects.toMatchObject({ key: 'rows:taken' });
        // Its row is there already when it is refused.
        await expect(rows('hooked').add({ points: 15 })).rejects.toMatchObject({ key: 'rows:taken' });
        return Promise.all([counters.add({ name: 'second' }), counters.add({ name: 'third' }), counters.count()]);
      });
      expect(done).toHaveLength(3);
      expect(await host.rows('hooked', host.system).count({ points: 15 })).toBe(0);
      expect(await names()).toEqual(expect.arrayContaining(['first', 'second', 'third']));
    });

    it('locks a row against others until its end', async () => {
      const { id } = await host.rows('counter', host.system).add({ name: 'locked' });
      const order: string[] = [];
      const locking = host.transaction(host.system, async ({ rows }) => {
        const { hits } = await rows('counter').lock(id);
        order.push('locked');
        await pause(150);
        await rows('counter').edit(id, { hits: hits + 1 });
        order.push('written');
      });
      await expect.poll(() => order).toContain('locked');
      await host.rows('counter', host.system).edit(id, { most: 1 });
      order.push('other');
      await locking;
      expect(order).toEqual(['locked', 'written', 'other']);
    });

    it('has one caller', async () => {
      const work = ({ rows }: PluginTransaction) => rows('counter', administrator('all', { id: 9 })).list();
      await expect(host.transaction(administrator('all'), work)).rejects.toThrow('has one caller');
    });

    it('is committed with the rights of that moment', async () => {
      const group = await host.rows('admin_group', host.system).add({ name: 'writers', rule_ids: [] } as never);
      const rules = await host
        .rows('admin_rule', host.system)
        .list({ name: { in: ['test/counter', 'test/counter/add'] } } as never);
      await host.rows('admin_group', host.system).edit(group.id, { rule_ids: rules.map(({ id }) => id) } as never);
      await host
        .rows('admin', host.system)
        .add({ username: 'writer', nickname: 'w', password: 'Writer-123', group_ids: [group.id] } as never);
      const own = await server.signIn('writer', 'Writer-123');
      const ask = () =>
        server.request('POST', '/api/admin/test.worker/run', { token: own, body: { work: 'own' }, mayFail: true });
      works['own'] = async ({ rows }) => (
        await rows('counter')
          .add({ name: crypto.randomUUID() })
          .catch((error: unknown) => {
            // The row is outside of the caller's rule, which only whoever owns the node is told.
            if ((error as Problem).key !== 'rows:outsideRule') throw error;
          }),
        'done'
      );
      expect((await ask()).json.code).toBe(1);
      await host.rows('admin_group', host.system).edit(group.id, { rule_ids: [] } as never);
      expect((await ask()).json.code).toBe(401);
    });
  });
});
