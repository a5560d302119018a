import { Readable } from 'node:stream';
import { f, table } from '#resource';
import { definePlugin, job, newKey, type JobRun } from '#plugin';

const digest = table('digest', {
  title: f.text({ required: true }),
  lines: f.int({ default: 3 }),
  /** Where the file is, and its log. */
  file: f.text({ readonly: true }),
  log: f.text({ readonly: true }),
});

declare module '#resource' {
  interface Tables {
    digest: typeof digest;
  }
}
declare module '#plugin' {
  interface Events {
    'digest.ready': { readonly id: number; readonly file: string };
  }
}

/** Writes a file, with a log that people can follow meanwhile. */
async function write({ data, host, signal }: JobRun<{ readonly id: number }>): Promise<void> {
  const rows = host.rows('digest', host.system);
  const row = await rows.get(data.id);
  // The row may be gone, or an earlier try may have come this far.
  if (!row || row.file) return;
  const log = await host.outputs.create({ limit: 1_000_000, keep: 86_400 });
  await rows.edit(row.id, { log: log.id });
  async function* lines(): AsyncGenerator<Buffer> {
    for (let line = 1; line <= row!.lines!; line += 1) {
      signal.throwIfAborted();
      void log.append(`line ${line}\n`);
      yield Buffer.from(`${row!.title} ${line}\n`);
    }
  }
  try {
    const { key } = await host.storage.put(newKey('txt'), Readable.from(lines()), { limit: 1_000_000, signal });
    await rows.edit(row.id, { file: key });
    await log.end();
    await host.publish('digest.ready', { id: row.id, file: key });
  } catch (error) {
    await log.end('failed');
    throw error;
  }
}

const writeDigest = job<{ readonly id: number }>({ name: 'write', timeLimit: 60, run: write });

/** Removes files whose rows are gone, every night at three. */
const removeOrphans = job({
  name: 'remove-orphans',
  schedule: '0 3 * * *',
  async run({ host, signal }) {
    const used = new Set((await host.rows('digest', host.system).list()).map(({ file }) => file));
    for await (const { key } of host.storage.list()) {
      signal.throwIfAborted();
      if (!used.has(key)) await host.storage.delete(key);
    }
  },
});

export default definePlugin({
  name: 'digest',
  jobs: [writeDigest, removeOrphans],
  resources: [
    digest.resource({
      path: 'digest/digest',
      label: { 'zh-cn': '摘要', en: 'Digests' },
      hooks: {
        async afterSave({ row, prev, context }) {
          // In the transaction of the row: no row, no job. Once, however often the row is saved.
          if (!prev) await context.enqueue(writeDigest, { id: row.id }, { key: `digest ${row.id}` });
        },
      },
    }),
  ],
  commands: [
    {
      name: 'digest.count',
      label: { 'zh-cn': '统计行数', en: 'Count lines' },
      argv: ['wc', '-l', '{file}'],
      params: { file: { label: { 'zh-cn': '文件', en: 'File' }, pattern: /[\w-]+\.txt/ } },
      folder: 'data/files/digest',
      timeLimit: 30,
      node: 'digest/digest/index',
    },
  ],
  async start(host) {
    await host.subscribe('digest.ready', ({ id, file }, { isOwn }) => {
      // Every instance hears it; one of them writes it down.
      if (isOwn) host.log(`digest ${id} is in ${file}`);
    });
    await host.subscribe('before-stop', () => host.log('going down'));
  },
});
