import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runExclusive } from '../../tools/build/lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'build-lock-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'dist/.lock');

it('lets one build after the other, whatever became of the one before', async () => {
  const done: string[] = [];
  const first = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const waits = Promise.withResolvers<void>();
  const one = runExclusive(
    file,
    () => done.push('waits'),
    async () => {
      begun.resolve();
      await first.promise;
      done.push('first');
      throw new Error('broken');
    },
  );
  await begun.promise;
  const other = runExclusive(file, waits.resolve, async () => void done.push('second'));
  await waits.promise;
  first.resolve();
  await expect(one).rejects.toThrow('broken');
  await other;
  expect(done).toEqual(['first', 'second']);
});

it('goes on when the process that built was killed', async () => {
  const hold = `import { runExclusive } from '${join(import.meta.dirname, '../../tools/build/lock.ts')}';
    await runExclusive('${file}', () => {}, () => new Promise(() => { console.log('holds'); setInterval(() => {}, 1000); }));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', hold], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const waits = Promise.withResolvers<void>();
  const other = runExclusive(file, waits.resolve, async () => 'built');
  await waits.promise;
  child.kill('SIGKILL');
  expect(await other).toBe('built');
});
