import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../shared/makeFolder.ts';

/** Milliseconds after which nobody writes a part any more. */
const abandoned = 86_400_000;

/** Where files are while they are written: no key leads there. */
export function partsIn(folder: string): string {
  const parts = join(folder, '.parts');
  makeFolder(parts);
  return parts;
}

/** Removes what killed servers have left. */
export function clearParts(folder: string): void {
  for (const name of readdirSync(partsIn(folder))) {
    const path = join(partsIn(folder), name);
    const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (Date.now() - modified > abandoned) rmSync(path, { force: true });
  }
}
