import type { ComponentType } from 'react';
import { askEarly } from '../http/early.ts';
import { readAdmin } from '../http/session.ts';
import { startAddress } from '../layout/startAddress.ts';
import { hasPageAt } from '../plugins/pluginPages.tsx';
import { loadPlugins } from '../plugins/halves.ts';
import { apiOf } from '../table/resourcePlace.ts';

/** Loads the back office; what the server knows of its first page is asked for beside the code, not after it. */
export async function loadAdmin(): Promise<ComponentType> {
  const path = location.pathname.replace(/^\/admin\/?|\/$/gi, '');
  if (!readAdmin()) return (await import('../layout/AdminArea.tsx')).AdminArea;
  askEarly(startAddress);
  const [{ AdminArea, prepareAdmin }, table] = await Promise.all([
    import('../layout/AdminArea.tsx'),
    askForTable(path),
  ]);
  await prepareAdmin(path, table);
  return AdminArea;
}

/** Asks what the page will be drawn from, unless it is one that somebody has registered; the path of the table, if it seems to be one. */
async function askForTable(path: string): Promise<string | undefined> {
  await loadPlugins();
  if (!/^(?!loading\b|iframe\b)./.test(path) || hasPageAt(path)) return undefined;
  askEarly(`${apiOf(path)}manifest`);
  return path;
}
