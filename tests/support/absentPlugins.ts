import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Whether the file is one of a plugin whose folder was taken away: pages may still lead there. */
export function isOfAbsentPlugin(file: string): boolean {
  const [, folder] = /^(plugins\/[^/]+)\//.exec(file) ?? [];
  return folder !== undefined && !existsSync(join(root, folder));
}
