import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { divisions } from '../../plugins/demo/divisions.ts';
import { marker } from '../../plugins/demo/marker.ts';
import { runProgram } from '../support/program.ts';

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
  writeFileSync(join(folder, marker), '');
  expect(await tables(folder)).toBe(6);
  rmSync(folder, { recursive: true });
});

it('leaves the names that integrators want to them', () => {
  expect(divisions.map(({ name }) => name).filter((name) => !name.startsWith('demo_'))).toEqual([]);
});

it('says which process has the folder, and what ends it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'demo-'));
  const server = runProgram({ DATA_DIR: folder });
  await server.address;
  const demo = runProgram({ DATA_DIR: folder, LC_ALL: 'en' }, root, 'tools/demo.ts');
  expect(await demo.ended).toBe(1);
  expect(demo.output.err).toMatch(
    new RegExp(`^Another server .* \\(process ${server.child.pid}\\)\\. .*“kill ${server.child.pid}”`),
  );
  server.child.kill('SIGTERM');
  await server.ended;
  rmSync(folder, { recursive: true });
});
