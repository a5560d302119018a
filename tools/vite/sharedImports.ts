import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The names in `imports` of package.json, for plugins with a package.json of their own, which do not see them. */
export function sharedImports(root: string): Record<string, string> {
  const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    imports: Record<string, string>;
  };
  return Object.fromEntries(Object.entries(imports).map(([name, file]) => [name, join(root, file)]));
}
