import { reportFault } from './faults.ts';
import type { TableParts } from './tableParts.ts';

type Registration = (parts: TableParts) => void;

const waiting: Registration[] = [];
let there: TableParts | undefined;

/**
 * Registers something for lists and forms: at once where their code is there, else when it comes. Pages that have neither,
 * such as signing in, do not fetch that code for it.
 */
export function forTables(plugin: string, register: Registration): void {
  const fenced: Registration = (parts) => {
    try {
      register(parts);
    } catch (error) {
      reportFault(plugin, 'load', '', error);
    }
  };
  if (there) fenced(there);
  else waiting.push(fenced);
}

/** Called by what draws lists or forms, before it draws any. */
export function bringTableParts(parts: TableParts): void {
  there = parts;
  for (const register of waiting.splice(0)) register(parts);
}
