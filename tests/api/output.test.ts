import type { KyselyPlugin } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { definePlugin, type OutputPart, type PluginHost } from '#plugin';
import { localChannel } from '../../src/server/events/localChannel.ts';
import { Outputs } from '../../src/server/output/outputs.ts';
import { eachDatabase, temporaryFolder, type Place } from '../support/databases.ts';
import { startServer, type TestServer } from '../support/server.ts';

const textOf = (parts: readonly OutputPart[]): string => parts.map(({ text }) => text).join('');

eachDatabase((name, _open, place) => {
  const folder = temporaryFolder();
  const servers: TestServer[] = [];
  afterAll(() => Promise.all(servers.map((server) => server.close())));
  const start = async (where?: Place): Promise<{ server: TestServer; host: PluginHost; other: PluginHost }> => {
    const hosts: PluginHost[] = [];
    const plugins = ['runner', 'other'].map((each) =>
      definePlugin({ name: each, start: (host) => void hosts.push(host) }),
    );
    const server = await startServer(where ?? (await place()), { plugins });
    servers.push(server);
    return { server, host: hosts[0]!, other: hosts[1]! };
  };
  let shared: ReturnType<typeof start> | undefined;
  /** One server for all tests that have no part in anything but logs of their own. */
  const share = (): ReturnType<typeof start> => (shared ??= start());
  const readAll = async (host: Pick<PluginHost, 'outputs'>, id: string, offset = 0): Promise<OutputPart[]> => {
    const parts: OutputPart[] = [];
    for await (const part of host.outputs.follow(id, { offset })) parts.push(part);
    return parts;
  };

  describe('a growing log', () => {
    it('is read from any offset, and tells how it ended', async () => {
      const { host } = await share();
      const log = await host.outputs.create();
      expect(await host.outputs.head(log.id)).toEqual({ id: log.id, state: 'running', length: 0, isCut: false });
      expect(await log.append('first line\n')).toBe(true);
      await log.append('第二行\n');
      expect(await host.outputs.read(log.id)).toEqual({ offset: 0, next: 15, text: 'first line\n第二行\n' });
      expect(await host.outputs.read(log.id, 6)).toEqual({ offset: 6, next: 15, text: 'line\n第二行\n' });
      expect(await host.outputs.read(log.id, 99)).toEqual({ offset: 99, next: 99, text: '' });
      await log.end('failed');
      expect(await host.outputs.head(log.id)).toMatchObject({ state: 'failed', length: 15 });
      await expect(log.append('more')).rejects.toThrow('has ended');
    });

    it('is followed while it grows, from the beginning and from the middle, until it ends', async () => {
      const { host } = await share();
      const log = await host.outputs.create();
      await log.append('before ');
      const [all, rest] = [readAll(host, log.id), readAll(host, log.id, 7)];
      for (let each = 0; each < 30; each += 1) await log.append(`${each} `);
      void log.append('the end');
      await log.end();
      const lines = `${Array.from({ length: 30 }, (_, each) => each).join(' ')} the end`;
      expect(textOf(await all)).toBe(`before ${lines}`);
      expect(textOf(await rest)).toBe(lines);
      const parts = await rest;
      expect(parts.every(({ offset, next, text }) => next - offset === text.length)).toBe(true);
      expect(textOf(await readAll(host, log.id))).toBe(`before ${lines}`);
    });

    it('keeps what is long, and characters that come in halves', async () => {
      const { host } = await share();
      const log = await host.outputs.create();
      const long = '😀漢'.repeat(40_000);
      const followed = readAll(host, log.id);
      await log.append(`${long}\uD83D`);
      await log.append('\uDE00 nul\0 lone\uD83D.');
      await log.end();
      const wanted = `${long}😀 nul\uFFFD lone\uFFFD.`;
      expect(textOf(await followed)).toBe(wanted);
      for (const { text: part } of await followed) {
        expect(part.length).toBeLessThanOrEqual(65_536);
        expect(part.isWellFormed()).toBe(true);
      }
      let text = '';
      for (
        let part = await host.outputs.read(log.id);
        part.text !== '';
        part = await host.outputs.read(log.id, part.next)
      )
        text += part.text;
      expect(text).toBe(wanted);
    });

    it('is written in few transactions however fast it comes, and the same for all who follow', async () => {
      const { server } = await share();
      const { database } = server.app;
      let writes = 0;
      // The server writes more than this log.
      const counting: typeof database = {
        ...database,
        write(job) {
          writes += 1;
          return database.write(job);
        },
      };
      const outputs = new Outputs(counting, localChannel(), () => {}).of('runner');
      const log = await outputs.create();
      const line = 'a line of a log\n';
      const followed = Array.from({ length: 5 }, () => readAll({ outputs }, log.id));
      writes = 0;
      await Promise.all(Array.from({ length: 64 }, () => log.append(line.repeat(1024))));
      expect(writes).toBeGreaterThan(0);
      const appended = writes;
      await log.end();
      // A million characters: 64 times 16,384 of them.
      expect(appended).toBeLessThanOrEqual(4);
      for (const parts of await Promise.all(followed)) {
        expect(textOf(parts) === line.repeat(65_536)).toBe(true);
        expect(Math.max(...parts.map(({ text }) => text.length))).toBeLessThanOrEqual(65_536);
      }
    });

    it('is cut at its limit of bytes, between two characters', async () => {
      const { host } = await share();
      const log = await host.outputs.create({ limit: 10 });
      expect(await log.append('漢字')).toBe(true);
      expect(await log.append('漢字')).toBe(false);
      expect(await log.append('x')).toBe(false);
      await log.end();
      expect(await host.outputs.head(log.id)).toMatchObject({ state: 'ended', length: 3, isCut: true });
      expect((await host.outputs.read(log.id)).text).toBe('漢字漢');
    });

    it('is read in parts of 64 kB at the most, whatever it was written in', async () => {
      const { host } = await share();
      const log = await host.outputs.create();
      const text = 'line of a log\n'.repeat(50_000);
      await log.append(text);
      for (let each = 0; each < 40; each += 1) await log.append(`${each}\n`);
      await log.end();
      for (const offset of [0, 7, 700_000]) {
        const parts = await readAll(host, log.id, offset);
        expect(textOf(parts).startsWith(`${text}0\n`.slice(offset))).toBe(true);
        expect(Math.max(...parts.map((part) => part.text.length))).toBeLessThanOrEqual(65_536);
      }
    });

    it('is read once for all who follow, wherever they begin, and is not remembered behind them', async () => {
      const { host, server } = await start();
      const log = await host.outputs.create();
      await log.append('漢字\n'.repeat(250_000));
      await log.end();
      let reads = 0;
      const { database } = server.app;
      const count: KyselyPlugin = {
        transformQuery: ({ node }) => {
          // A server that runs asks its database for more than this log.
          if (JSON.stringify(node).includes(log.id)) reads += 1;
          return node;
        },
        transformResult: async ({ result }) => result,
      };
      Object.assign(database, { read: database.read.withPlugin(count) });
      const endsFrom = async (offset: number): Promise<number[]> =>
        (await readAll(host, log.id, offset)).map(({ next }) => next);
      const ends = await endsFrom(0);
      const once = reads;
      const all = await Promise.all([0, 0, 0, 0, 3, 100_002].map(endsFrom));
      for (const each of all) expect(ends).toEqual(expect.arrayContaining(each));
      // Each of them has its own beginning, and asks once how long the log is.
      expect(reads - once).toBeLessThan(1.7 * once);
      reads = 0;
      await endsFrom(0);
      expect(reads).toBe(once);
    });

    it('is nobody else’s, and gone when removed', async () => {
      const { host, other } = await share();
      const log = await host.outputs.create();
      await log.append('secret');
      expect(await other.outputs.head(log.id)).toBeUndefined();
      expect(await other.outputs.read(log.id)).toMatchObject({ text: '' });
      expect(await readAll(other, log.id)).toEqual([]);
      await other.outputs.remove(log.id);
      expect(await host.outputs.read(log.id)).toMatchObject({ text: 'secret' });
      await host.outputs.remove(log.id);
      expect(await host.outputs.head(log.id)).toBeUndefined();
      expect(await host.outputs.read(log.id)).toMatchObject({ text: '' });
      await expect(log.append('more')).rejects.toThrow('was removed');
    });

    it('is erased when its time is over', async () => {
      const where = await place();
      const { host, server } = await start(where);
      const [short, long] = [await host.outputs.create({ keep: 0 }), await host.outputs.create()];
      for (const log of [short, long]) {
        await log.append('x');
        await log.end();
      }
      const { database } = server.app;
      await database.write(async ({ db }) => {
        await db.updateTable('output_log').set({ expire_time: 1 }).where('uuid', '=', short.id).execute();
      });
      await server.close();
      const again = await start(where);
      await again.host.outputs.create();
      await expect.poll(() => again.host.outputs.head(short.id)).toBeUndefined();
      expect(await again.host.outputs.head(long.id)).toMatchObject({ state: 'ended' });
      const { read } = again.server.app.database;
      expect(await read.selectFrom('output_chunk').select('output_id').execute()).toEqual([{ output_id: long.id }]);
    });

    it('that is still written when the server stops is interrupted, with all of its text', async () => {
      const where = await place();
      const { host, server } = await start(where);
      const log = await host.outputs.create();
      void log.append('half');
      await server.close();
      const again = await start(where);
      expect(await again.host.outputs.head(log.id)).toMatchObject({ state: 'interrupted' });
      expect(textOf(await readAll(again.host, log.id))).toBe('half');
    });

    it('whose writer is gone without a word is interrupted', async () => {
      const { host, server } = await start();
      const log = await host.outputs.create();
      await log.append('half');
      await server.app.database.write(async ({ db }) => {
        await db.updateTable('output_log').set({ beat_time: 1 }).execute();
      });
      // Whoever writes it is here, whatever the clock says.
      expect(await host.outputs.head(log.id)).toMatchObject({ state: 'running' });
      const other = new Outputs(server.app.database, localChannel(), () => {}).of('runner');
      expect(await other.head(log.id)).toMatchObject({ state: 'interrupted' });
      // It was only slow: what it writes tells that it is there.
      await log.append(' and half');
      expect(await other.head(log.id)).toMatchObject({ state: 'running' });
      await log.end();
      expect(textOf(await readAll(host, log.id))).toBe('half and half');
    });

    it('is followed no longer than whoever follows wants', async () => {
      const { host } = await share();
      const log = await host.outputs.create();
      const leaving = new AbortController();
      const parts: string[] = [];
      const following = (async () => {
        for await (const { text } of host.outputs.follow(log.id, { signal: leaving.signal })) parts.push(text);
      })();
      await log.append('one');
      await expect.poll(() => parts).toEqual(['one']);
      leaving.abort();
      await following;
    });
  });

  it.runIf(name === 'postgres')(
    'is written by one instance and followed by another, without asking all the time',
    async () => {
      const where = await place();
      const writer = await start(where);
      const reader = await start({ ...where, dataDir: folder() });
      const log = await writer.host.outputs.create();
      const delays: number[] = [];
      let text = '';
      const following = (async () => {
        for await (const part of reader.host.outputs.follow(log.id)) {
          text += part.text;
          delays.push(...[...part.text.matchAll(/(\d+);/g)].map(([, sent]) => Date.now() - Number(sent)));
        }
      })();
      let wanted = '';
      for (let each = 0; each < 20; each += 1) {
        const line = `${Date.now()};`;
        wanted += line;
        await log.append(line);
      }
      // Longer than what a notification carries.
      await log.append('x'.repeat(20_000));
      await log.end();
      await following;
      expect(text).toBe(`${wanted}${'x'.repeat(20_000)}`);
      expect(delays.toSorted((one, other) => one - other)[10]).toBeLessThan(2000);
    },
  );
});
