import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createServer } from 'vite';

const root = join(import.meta.dirname, '../..');

it('npm run dev knows from the start what only workers and parts that come late import', async () => {
  const cacheDir = mkdtempSync(join(tmpdir(), 'vite-'));
  const vite = await createServer({
    configFile: join(root, 'vite.config.ts'),
    cacheDir,
    logLevel: 'silent',
    server: { middlewareMode: true, ws: false, watch: null },
  });
  try {
    const { depsOptimizer } = vite.environments.client;
    await depsOptimizer!.init();
    await depsOptimizer!.scanProcessing;
    const { optimized, discovered } = depsOptimizer!.metadata;
    const known = [...Object.keys(optimized), ...Object.keys(discovered)];
    expect(known).toEqual(
      expect.arrayContaining([
        'react',
        'antd',
        '@noble/hashes/sha2.js',
        'hash-wasm',
        '@refinedev/simple-rest',
        'remark-math',
      ]),
    );
  } finally {
    await vite.close();
    rmSync(cacheDir, { recursive: true, force: true, maxRetries: 5 });
  }
});
