import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { visitsTo } from '#browser';
import { runProgram, type Program } from '#test';
import { startLine, type Line } from './browser/line.ts';

const root = join(import.meta.dirname, '../../..');
const [megabyte, gigabyte] = [1024 ** 2, 1024 ** 3];
const password = 'Giga-Only-1';
const folder = mkdtempSync(join(tmpdir(), 'gigabyte-'));
const disk = join(folder, 'disk.img');
let program: Program;
let line: Line;
let sha1: string;
const site = visitsTo(() => ({
  address: line.address,
  identityOf: () => Promise.reject(new Error('Nobody signs in so.')),
}));

/** Bytes of no kind that anybody knows; their hash. */
async function writeDisk(): Promise<string> {
  const hash = createHash('sha1');
  const file = createWriteStream(disk);
  for (let at = 0; at < gigabyte; at += megabyte) {
    const bytes = at === 0 ? Buffer.concat([Buffer.alloc(1), randomBytes(megabyte - 1)]) : randomBytes(megabyte);
    hash.update(bytes);
    if (!file.write(bytes)) await once(file, 'drain');
  }
  file.end();
  await finished(file);
  return hash.digest('hex');
}

beforeAll(async () => {
  sha1 = await writeDisk();
  program = runProgram({ DATA_DIR: join(folder, 'data'), ADMIN_PASSWORD: password }, root);
  line = await startLine(await program.address);
});
afterAll(async () => {
  await line.close();
  program.child.kill();
  await program.ended;
  rmSync(folder, { recursive: true, force: true });
});

/** Megabytes that the server holds. */
const memory = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${program.child.pid}/status`, 'utf8'))![1]) / 1024;

async function calls(): Promise<(method: string, path: string, body?: object) => Promise<Record<string, never>>> {
  const address = await program.address;
  let batoken = '';
  const call = async (method: string, path: string, body?: object) => {
    const headers = { 'content-type': 'application/json', batoken };
    const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = (await (await fetch(`${address}/api/admin/${path}`, sent)).json()) as Record<string, never>;
    expect(answer, path).toMatchObject({ code: 1 });
    return answer['data']!;
  };
  const { userInfo } = (await call('POST', 'Index/login', { username: 'admin', password })) as {
    userInfo: { token: string };
  };
  batoken = userInfo.token;
  return call;
}

it('a gigabyte arrives whole over a line that is lost and a page that is loaded anew', async () => {
  const call = await calls();
  await call('POST', 'routine.Config/edit', { upload_maxsize: 2 * gigabyte, upload_mimetype: '*' });
  const page = await site.visit({ language: 'en', fresh: true, faulty: true });
  await page.goto('/admin/login');
  await page.getByLabel('Username', { exact: true }).fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/admin/dashboard');
  await page.goto('/admin/routine/attachment');
  page.on('dialog', (dialog) => void dialog.accept());
  const offsets: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']) / megabyte);
  });
  const choose = () => page.locator('input[type=file][aria-label="Upload files"]').setInputFiles(disk);
  const isSent = (share: number) => line.hold(line.passed + share * gigabyte);
  const before = memory();
  const samples: number[] = [];
  const sampling = setInterval(() => samples.push(memory()), 50);
  const began = performance.now();
  const at = (): string => `${((performance.now() - began) / 1000).toFixed(1)} s`;
  const told: string[] = [];

  const first = isSent(0.35);
  await choose();
  await first;
  line.cut();
  await page.getByText('Waiting for the connection').waitFor();
  told.push(`line lost after ${at()}, ${offsets.length} parts begun`);
  const second = isSent(0.35);
  line.mend();
  const afterLoss = offsets.length;
  await second;
  await page.reload();
  told.push(`page loaded anew after ${at()}, ${offsets.length} parts begun`);
  await page.getByText('“disk.img” was partly uploaded. Choose the same file again to continue.').waitFor();
  const afterReload = offsets.length;
  await choose();
  await page.getByText('1 file uploaded').waitFor({ timeout: 600_000 });
  told.push(`arrived after ${at()}, ${offsets.length} parts begun`);
  clearInterval(sampling);

  const most = Math.max(...samples);
  process.stdout.write(
    `1 GB: ${told.join('; ')}; ${Math.round(line.passed / megabyte)} MB went over the line; server ${before.toFixed(0)} MB before, ` +
      `${most.toFixed(0)} MB at the most of ${samples.length} looks\n`,
  );
  const { list } = (await call('GET', 'routine.attachment/index')) as unknown as { list: { url: string }[] };
  expect(list).toMatchObject([{ name: 'disk.img', size: gigabyte, sha1 }]);
  const hash = createHash('sha1');
  const served = await fetch(`${await program.address}${list[0]!.url}`);
  for await (const bytes of served.body!) hash.update(bytes);
  expect(hash.digest('hex')).toBe(sha1);
  // It went on where it was: after the loss beyond a quarter, after the reload beyond the half. A part that broke off was sent twice.
  expect(Math.min(...offsets.slice(afterLoss, afterReload))).toBeGreaterThan(256);
  expect(Math.min(...offsets.slice(afterReload))).toBeGreaterThan(512);
  expect(line.passed).toBeLessThan(gigabyte + 64 * megabyte);
  // Pieces of 8 MB, and what Node has not collected yet.
  expect(most - before).toBeLessThan(128);
});
