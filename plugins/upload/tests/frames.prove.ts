import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runSite } from '#browser';
import upload from '../server.ts';
import { shelves } from './browser/shelf.ts';

const site = runSite(shelves, [upload]);
const gigabyte = 1024 ** 3;
const folder = mkdtempSync(join(tmpdir(), 'frames-'));
const film = join(folder, 'film.mp4');
afterAll(() => rmSync(folder, { recursive: true }));

declare global {
  interface Window {
    longTasks: number[];
  }
}

it('hashes a gigabyte without a task of more than 50 ms on the thread that draws', async () => {
  writeFileSync(film, Buffer.from('000000186674797069736f6d0000020069736f6d', 'hex'));
  truncateSync(film, gigabyte);
  await site.configure({ upload_maxsize: 2 * gigabyte });
  const page = await site.signedIn({ language: 'en', at: '/admin/upload/shelf', faulty: true });
  await page.getByRole('button', { name: 'New', exact: true }).click();
  const form = page.getByRole('dialog').first();
  const contract = form.getByRole('group', { name: 'Contract', exact: true });
  // Only hashing is measured: what would send the file is refused.
  let ended: (() => void) | undefined;
  const hashed = new Promise<void>((resolve) => (ended = resolve));
  await page.route('**/ajax/resumable', async (route) => {
    ended!();
    await route.fulfill({ status: 400, body: '{}' });
  });
  await contract.waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    window.longTasks = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longTasks.push(Math.round(duration));
    }).observe({ type: 'longtask' });
  });
  const began = performance.now();
  await contract.locator('..').locator('input[type=file]').first().setInputFiles(film);
  await hashed;
  const seconds = (performance.now() - began) / 1000;
  const tasks = await page.evaluate(() => window.longTasks);
  process.stdout.write(
    `1 GB hashed in ${seconds.toFixed(1)} s, ${Math.round(1024 / seconds)} MB/s; tasks above 50 ms: ${tasks.join() || 'none'}\n`,
  );
  expect(tasks).toEqual([]);
});
