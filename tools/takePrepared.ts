import { existsSync, globSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Lets packages that were installed aside, in `.prepared`, take the place of those that are there. Nothing is loaded from either
 * yet. Whoever is killed in the middle of it goes on with the next start. Returns whether there were some.
 */
export function takePrepared(root: string): boolean {
  const prepared = join(root, '.prepared');
  if (!existsSync(join(prepared, 'ready'))) return false;
  for (const name of globSync(['node_modules', 'plugins/*/node_modules'], { cwd: prepared })) {
    const [place, former] = [join(root, name), join(prepared, 'former', name)];
    if (!existsSync(dirname(place))) continue;
    mkdirSync(dirname(former), { recursive: true });
    // What stands there beside a former one came after a move that was broken off.
    if (existsSync(former)) rmSync(place, { recursive: true, force: true });
    else if (existsSync(place)) renameSync(place, former);
    renameSync(join(prepared, name), place);
  }
  rmSync(prepared, { recursive: true, force: true });
  return true;
}
