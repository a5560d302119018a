import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { fetchPart } from '../loading/missingParts.ts';
import { reportFault } from './faults.ts';
import { disabledPlugins } from './disabledPlugins.ts';
import type { WebPlugin } from './definePlugin.ts';

/** The browser halves of all plugins, each a file of its own: one that fails takes no other along. */
const pluginModules = import.meta.glob<{ readonly default?: WebPlugin }>('../../../plugins/*/web.tsx');
export const isAnyOff = (): boolean => disabledPlugins().length > 0;
const folderOf = (file: string): string => /([^/]+)\/web\.tsx$/.exec(file)?.[1] ?? file;

/** Milliseconds that a page waits for the plugins; what a later one registers is shown when it is there. */
const patience = 10_000;

let loading: Promise<void> | undefined;
let all: Promise<unknown> | undefined;
/** What the plugins that are there wait for before they are shown. */
const preparations: Promise<unknown>[] = [];
/** How many plugins are there. */
const loaded = createStore(() => 0);

/** Lets every plugin register its pages and kinds of fields. Never fails: a plugin that does is reported. */
export function loadPlugins(): Promise<void> {
  all ??= loadAll();
  loading ??= Promise.race([all, new Promise((resolve) => setTimeout(resolve, patience))]).then(() => {});
  return loading;
}

function loadAll(): Promise<unknown> {
  const off = disabledPlugins();
  const wanted = Object.entries(pluginModules).filter(([file]) => !off.includes(folderOf(file)));
  return Promise.all(wanted.map(([file, load]) => loadPlugin(folderOf(file), load)));
}

/** Resolves when the last plugin has registered what it brings, or has failed. */
export async function whenAllAreLoaded(): Promise<void> {
  await loadPlugins();
  await all;
}

/** Lets plugins wait for what they are shown with; what cannot be had is shown without. */
export const prepare = (what: Promise<unknown>): void => void preparations.push(what.catch(() => {}));

async function loadPlugin(folder: string, load: () => Promise<{ readonly default?: WebPlugin }>): Promise<void> {
  try {
    const { default: plugin } = await fetchPart(load);
    if (!plugin) throw new Error('web.tsx must end with "export default definePlugin({ … })".');
    plugin.register();
    await Promise.all(preparations);
  } catch (error) {
    reportFault(folder, 'load', '', error);
  }
  loaded.setState((before) => before + 1);
}

/** Draws anew with each plugin that has registered what it brings. */
export const usePlugins = (): number => useStore(loaded);
