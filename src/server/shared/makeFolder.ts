import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** Makes the folder and those above it. Node's own `recursive` never returns where nothing can be made, as below `/proc`. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another server may have made it at the same moment.
    if (!existsSync(folder)) throw error;
  }
}
