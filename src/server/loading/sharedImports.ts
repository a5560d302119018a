import { globSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const shared = ['#resource', '#plugin'];
const known = new Set<string>();

/**
 * Lets plugins that are packages of their own import `#resource` and `#plugin`: Node looks for such names in the nearest
 * `package.json` only, and none may point out of its folder.
 */
export function shareImports(root: string): void {
  const plugins = pathToFileURL(join(root, 'plugins/')).href;
  if (known.has(plugins) || globSync('plugins/*/package.json', { cwd: root }).length === 0) return;
  known.add(plugins);
  const parentURL = pathToFileURL(join(root, 'package.json')).href;
  const isOurs = (from = ''): boolean => from.startsWith(plugins) && !from.includes('/node_modules/');
  registerHooks({
    resolve: (name, context, next) =>
      next(name, shared.includes(name) && isOurs(context.parentURL) ? { ...context, parentURL } : context),
  });
}
