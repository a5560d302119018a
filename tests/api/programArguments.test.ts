import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

it.each(['tools/demo.ts', 'tools/dbApply.ts'])(
  '%s changes nothing for whoever asks for what it does not know',
  async (file) => {
    const folder = mkdtempSync(join(tmpdir(), 'arguments-'));
    const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: '' };
    const run = promisify(execFile)(process.execPath, [file, '--dry-run'], { cwd: root, env });
    await expect(run).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('--dry-run') as string });
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  },
);
