import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { walls } from './tools/vite/walls.ts';

const root = import.meta.dirname;

export default defineConfig({
  root: join(root, 'src/web'),
  publicDir: false,
  plugins: [react(), walls(root)],
  build: {
    outDir: join(root, 'dist'),
    // A server that still runs from here serves the files of its own build; `tools/buildWeb.ts` clears away old ones.
    emptyOutDir: false,
    target: 'es2023',
    // Lists and sign-in have budgets of their own, which the browser tests measure.
    chunkSizeWarningLimit: 900,
    assetsInlineLimit: 0,
  },
  server: { fs: { allow: [root] } },
});
