import type { ComponentType } from 'react';
import { askEarly } from './http/early.ts';
import { readAdmin } from './http/session.ts';
import { startAddress } from './layout/startAddress.ts';
import { hasPageAt } from './pluginPages.tsx';
import { apiOf } from './table/resourcePlace.ts';

/** Loads the back office; what the server knows of its first page is asked for beside the code, not after it. */
export async function loadAdmin(): Promise<ComponentType> {
  const path = location.pathname.replace(/^\/admin\/?|\/$/gi, '');
  if (!readAdmin()) return (await import('./layout/AdminArea.tsx')).AdminArea;
  askEarly(startAddress);
  const table = /^(?!loading\b|iframe\b)./.test(path) && !hasPageAt(path) ? path : undefined;
  if (table !== undefined) askEarly(`${apiOf(table)}manifest`);
  const { AdminArea, prepareAdmin } = await import('./layout/AdminArea.tsx');
  await prepareAdmin(path, table);
  return AdminArea;
}
