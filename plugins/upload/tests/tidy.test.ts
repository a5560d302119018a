import { expect } from 'vitest';
import { f, table } from '#resource';
import type { JobRun, PluginHost, ServerPlugin } from '#plugin';
import { testPlugin, type TestServer } from '#test';
import { upload } from '../server.ts';

const rack = table('upload_rack', { cover: f.image(), files: f.files() });
declare module '#resource' {
  interface Tables {
    upload_rack: typeof rack;
  }
}

/** The plugins, and what the nightly job and those that it adds do: transactions of its own, and files of each removal. */
function counted() {
  const own = upload();
  const done = { transactions: 0, removals: [] as number[] };
  const counting = (host: PluginHost): PluginHost =>
    Object.create(host, {
      transaction: {
        value: (...input: Parameters<PluginHost['transaction']>) => {
          done.transactions += 1;
          return host.transaction(...input);
        },
      },
    }) as PluginHost;
  const jobs = own.jobs!.map((each) =>
    each.name === 'remove-file'
      ? {
          ...each,
          run: (given: JobRun<never>) => {
            done.removals.push((given.data as readonly unknown[]).length);
            return each.run(given);
          },
        }
      : each,
  );
  const plugins: ServerPlugin[] = [
    { ...own, jobs, start: (host) => own.start!(counting(host)) },
    { name: 'racks', resources: [rack.resource({ page: false })] },
  ];
  const tidy = async (): Promise<void> => {
    const { run } = jobs.find(({ name }) => name === 'tidy')!;
    await run({ signal: new AbortController().signal } as never);
  };
  return { plugins, done, tidy };
}

/** Attachments whose files nobody has. */
async function add({ app }: TestServer, count: number, unused_time: number | null): Promise<{ url: string }[]> {
  const rows = Array.from({ length: count }, (_each, at) => ({
    name: `${at}.jpg`,
    url: `/storage/${unused_time}/${at}.jpg`,
    size: 1,
    mimetype: 'image/jpeg',
    suffix: 'jpg',
    storage: 'local' as const,
    key: `aa/bb/${String(at).padStart(32, '0')}.jpg`,
    quote: 0,
    unused_time,
  }));
  await app.gate.addAll('attachment', rows);
  return rows;
}

const removing = counted();
testPlugin('the nightly job removes unused files by twenties', removing.plugins, async (server) => {
  const { gate } = server.app;
  const token = await server.signIn();
  await add(server, 45, 1000);
  await add(server, 5, Math.floor(Date.now() / 1000));
  const body = { upload_unused_days: 30 };
  await server.request('POST', '/api/admin/routine.Config/edit', { token, body });
  removing.done.removals.length = 0;
  await removing.tidy();
  expect(await gate.rows('attachment').count()).toBe(5);
  // One job for each transaction: whoever saves a row with hooks waits for no more than that.
  await expect.poll(() => removing.done.removals.toSorted((one, other) => one - other)).toEqual([5, 20, 20]);
});

const looking = counted();
testPlugin('the nightly job holds up nobody where all uses are right', looking.plugins, async (server) => {
  const { gate } = server.app;
  const racks = gate.rows('upload_rack');
  const files = await add(server, 30, null);
  for (const { url } of files) await racks.add({ cover: url, files: ['https://elsewhere.example/a.pdf'] });
  await looking.tidy();
  looking.done.transactions = 0;
  await looking.tidy();
  const settled = looking.done.transactions;
  // One for each group of settings with files; of all rows there are those that something is wrong with.
  expect(settled).toBeLessThan(3);
  const uses = await gate.rows('attachment_use').list();
  expect(uses).toHaveLength(30);
  await gate.rows('attachment_use').del([uses[0]!.id, uses[29]!.id]);
  looking.done.transactions = 0;
  await looking.tidy();
  expect(looking.done.transactions).toBe(settled + 2);
  expect(await gate.rows('attachment_use').count()).toBe(30);
});
