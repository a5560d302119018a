import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lineOf } from '#resource';
import { pluginOwner } from '../fence/owner.ts';
import type { OwnedRoute } from './pluginRoute.ts';

/** What is wrong with a plugin's route, in a sentence: file and line where they are known, the route, and what to write instead. */
export function routeFault(
  root: string,
  files: ReadonlyMap<string, string> | undefined,
  { plugin, route }: OwnedRoute,
  message: string,
): string {
  const { method, url } = (route ?? {}) as Partial<OwnedRoute['route']>;
  const file = files?.get(plugin);
  const path = file === undefined ? '' : join(root, file);
  const line = path !== '' && existsSync(path) ? lineOf(message, readFileSync(path, 'utf8'), [`'${url}'`]) : undefined;
  const place = file === undefined ? '' : `${file}${line === undefined ? '' : `:${line}`}: `;
  return `${place}${pluginOwner(plugin)}: route ${method} ${url}: ${message}`;
}
