import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const bench = join(import.meta.dirname, '../../../tools/bench/upload.ts');

/** What a part of `npm run bench:upload` says, which is printed, too. */
function said(part: string): Promise<string> {
  const child = spawn(process.execPath, [bench, part], { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    process.stdout.write(text);
  });
  return new Promise((resolve, reject) =>
    child.on('close', (code) => (code === 0 ? resolve(out) : reject(new Error(`${part} ended with ${code}`)))),
  );
}

/** All numbers that the pattern finds, of each place its groups. */
const numbers = (text: string, pattern: RegExp): number[][] =>
  [...text.matchAll(pattern)].map((found) => found.slice(1).map(Number));

it('takes a gigabyte with 90 % of the throughput of a bare Fastify route at the least, and with little memory', async () => {
  const text = await said('gigabytes');
  const [[share] = []] = numbers(text, /has (\d+) % of the throughput/g);
  expect(share).toBeGreaterThanOrEqual(90);
  const memory = numbers(text, /memory (\d+) MB before, (\d+) MB/g);
  // In the first run the server loads what uploads need.
  for (const [before, most] of memory.slice(1)) expect(most! - before!).toBeLessThan(64);
});

it('lists 100,000 attachments as fast as any table', async () => {
  const lists = numbers(await said('lists'), /attachments median ([\d.]+) ms.*log median ([\d.]+) ms/g);
  expect(lists).toHaveLength(4);
  // Twice, and a few milliseconds: the rows of attachments have twice the columns.
  for (const [files, log] of lists) expect(files).toBeLessThan(2 * log! + 5);
});

it('answers a list while twenty files arrive in twice the time at the most', async () => {
  const [[idle] = [], [busy] = []] = numbers(await said('twenty'), /p99 ([\d.]+) ms/g);
  expect(busy).toBeLessThan(2 * idle!);
});
