import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, mergeConfig, type Rolldown, type UserConfig } from 'vite';
import { recordSources } from './tools/build/sources.ts';
import { antdStyles } from './tools/vite/antd/styles.ts';
import { boot } from './tools/vite/boot.ts';
import { compiled } from './tools/vite/compiled.ts';
import { chunkGroups } from './tools/vite/chunks.ts';
import { lean } from './tools/vite/lean.ts';
import { pluginHost } from './tools/vite/pluginHost.ts';
import { sharedImports } from './tools/vite/sharedImports.ts';
import { walls } from './tools/vite/walls.ts';
import { wholeTexts } from './tools/vite/wholeTexts.ts';

const root = import.meta.dirname;
/** `#web` is another one for each plugin: `pluginHost`. */
const { '#web': _web, ...alias } = sharedImports(root);
/** What the first page needs is one file, and React another that runs before it: a phone answers between the two. */
const base: Rolldown.CodeSplittingGroup[] = [
  { name: 'react', tags: ['$initial'], test: /node_modules\/(?:react|react-dom|scheduler)\// },
  { name: 'base', tags: ['$initial'] },
];

const config = (): UserConfig => ({
  root: join(root, 'src/web'),
  publicDir: false,
  resolve: { alias },
  plugins: [
    react(),
    walls(root),
    lean(),
    antdStyles(root),
    pluginHost(root),
    wholeTexts(root),
    boot(root),
    compiled(),
    recordSources(root),
  ],
  build: {
    outDir: join(root, 'dist'),
    // A server that still runs from here serves the files of its own build; `tools/build.ts` clears away old ones.
    emptyOutDir: false,
    target: 'es2023',
    // Lists and sign-in have budgets of their own, which the browser tests measure.
    chunkSizeWarningLimit: 900,
    assetsInlineLimit: 0,
    // Halves of plugins find what they share with pages by themselves: the names of those files would stand in the first
    // script. Every browser that runs code of `target` preloads modules.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, deps) => (/assets\/web-[^/]*\.js$/.test(file) ? [] : deps),
    },
    // One style sheet, with the page: none can be missing later.
    cssCodeSplit: false,
    rolldownOptions: {
      // These packages do not say so, but importing them does nothing by itself: what is not used of them can go.
      treeshake: {
        moduleSideEffects: [
          { test: /node_modules\/(?:rc-|@rc-component\/|@dnd-kit\/|papaparse\/|query-string\/)/, sideEffects: false },
        ],
      },
      output: { codeSplitting: { groups: base } },
    },
  },
  // What is found only while pages are used reloads them, and workers are named by address only, which is no import.
  optimizeDeps: { entries: ['index.html', '**/*Worker.ts', '../../plugins/*/web/**/*Worker.ts'] },
  server: { fs: { allow: [root] } },
});

export default defineConfig(async ({ command }) => {
  if (command !== 'build') return config();
  const groups = await chunkGroups(root, config());
  return mergeConfig(config(), { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } });
});
