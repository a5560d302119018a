import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TestServer } from '#test';

/** Paths of all files that the plugin has on the disk, those included that are being written. */
export function filesOf({ dataDir }: Pick<TestServer, 'dataDir'>): string[] {
  const folder = join(dataDir, 'files', 'upload');
  const below = (at: string): string[] =>
    readdirSync(at, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? below(join(at, entry.name)) : [join(at, entry.name)],
    );
  return statSync(folder, { throwIfNoEntry: false }) ? below(folder) : [];
}

export async function keyOf({ app }: TestServer, id: number): Promise<string> {
  return (await app.gate.rows('attachment').get(id))!.key!;
}
