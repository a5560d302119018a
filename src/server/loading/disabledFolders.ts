import { globSync } from 'node:fs';

/**
 * Folders of plugins whose browser half is left out: their server half is switched off, or could not be loaded. A plugin that
 * has none is always there.
 */
export const disabledFolders = (root: string, running: ReadonlySet<string>): string[] =>
  globSync('plugins/*/server.ts', { cwd: root })
    .map((file) => file.split(/[/\\]/).at(-2)!)
    .filter((folder) => !running.has(folder))
    .toSorted();
