import type { ComponentType } from 'react';

interface HeaderEntry {
  readonly name: string;
  readonly Entry: ComponentType;
  readonly plugin: string;
}
const entries: HeaderEntry[] = [];

/** Puts something of a plugin's own into the bar above the pages, before the account; a name counts once. */
export function registerHeaderEntry(name: string, Entry: ComponentType, plugin: string): void {
  if (!entries.some((entry) => entry.name === name)) entries.push({ name, Entry, plugin });
}
export const headerEntries = (): readonly HeaderEntry[] => entries;
