import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { recordSources } from './tools/build/sources.ts';
import { lean } from './tools/vite/lean.ts';
import { walls } from './tools/vite/walls.ts';

const root = import.meta.dirname;

export default defineConfig({
  root: join(root, 'src/web'),
  publicDir: false,
  plugins: [react(), walls(root), lean(), recordSources(root)],
  build: {
    outDir: join(root, 'dist'),
    // A server that still runs from here serves the files of its own build; `tools/build.ts` clears away old ones.
    emptyOutDir: false,
    target: 'es2023',
    // Lists and sign-in have budgets of their own, which the browser tests measure.
    chunkSizeWarningLimit: 900,
    assetsInlineLimit: 0,
    rolldownOptions: {
      // These packages do not say so, but importing them does nothing by itself: what is not used of them can go.
      treeshake: {
        moduleSideEffects: [
          { test: /node_modules\/(?:rc-|@rc-component\/|@dnd-kit\/|papaparse\/|query-string\/)/, sideEffects: false },
        ],
      },
      // What the first page needs is one file, not fifty that gzip packs one by one.
      output: { codeSplitting: { groups: [{ name: 'base', tags: ['$initial'] }] } },
    },
  },
  server: { fs: { allow: [root] } },
});
