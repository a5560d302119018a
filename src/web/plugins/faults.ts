import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/**
 * What of a plugin's browser half has failed: loading it, something that it registered, what another plugin brings too, or
 * what it names and is not there.
 */
export type PluginPart =
  | 'load'
  | 'field'
  | 'tableField'
  | 'renderer'
  | 'view'
  | 'note'
  | 'section'
  | 'files'
  | 'page'
  | 'header'
  | 'account'
  | 'widget'
  | 'panel'
  | 'shortcut'
  | 'conflict'
  | 'missing';

export interface PluginFault {
  readonly plugin: string;
  readonly part: PluginPart;
  /** The kind of field, the address of the page, the name of the entry and so on; empty for the whole half. */
  readonly name: string;
  readonly reason: string;
}

const faults = createStore<readonly PluginFault[]>(() => []);

/**
 * Remembers that something of a plugin has failed, once, and gives the reason in full to whoever looks at the console.
 */
export function reportFault(plugin: string, part: PluginPart, name: string, error: unknown): void {
  const known = faults.getState();
  if (known.some((fault) => fault.plugin === plugin && fault.part === part && fault.name === name)) return;
  // oxlint-disable-next-line no-console -- for whoever wrote the plugin
  console.error(`[plugin ${plugin}] ${part} ${name}`.trimEnd(), error);
  faults.setState(
    [...known, { plugin, part, name, reason: error instanceof Error ? error.message : String(error) }],
    true,
  );
}

export const usePluginFaults = (): readonly PluginFault[] => useStore(faults);
