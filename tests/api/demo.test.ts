import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

it('shows its tables only where it was loaded', async () => {
  const tables = async (dataDir: string): Promise<unknown> => {
    const script = "console.log((await import('./plugins/demo/server.ts')).default.resources.length)";
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: root,
      env: { ...process.env, DATA_DIR: dataDir },
    });
    let output = '';
    for await (const data of child.stdout) output += String(data);
    return Number(output);
  };
  const folder = mkdtempSync(join(tmpdir(), 'demo-'));
  expect(await tables(folder)).toBe(0);
  writeFileSync(join(folder, 'demo'), '');
  expect(await tables(folder)).toBe(6);
  rmSync(folder, { recursive: true });
});
