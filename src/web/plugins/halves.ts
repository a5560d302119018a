import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { fetchPart } from '../loading/missingParts.ts';
import { reportFault } from './faults.ts';
import type { WebPlugin } from './definePlugin.ts';
import { registerHalf } from './registerHalf.ts';

/** The browser halves of all plugins, each a file of its own: one that fails takes no other along. */
const halves = import.meta.glob<{ readonly default?: WebPlugin }>('../../../plugins/*/web.tsx');
/** Folders of those that are switched off, as the server has written them into the page. */
const foldersOff = (): string[] =>
  document.querySelector<HTMLMetaElement>('meta[name="plugins-off"]')?.content.split(' ').filter(Boolean) ?? [];
export const isAnyOff = (): boolean => foldersOff().length > 0;
const folderOf = (file: string): string => /([^/]+)\/web\.tsx$/.exec(file)?.[1] ?? file;

/** Milliseconds that a page waits for the plugins; what a later one registers is shown when it is there. */
const patience = 10_000;

let loading: Promise<void> | undefined;
let all: Promise<unknown> | undefined;
/** What the plugins that are there wait for before they are shown. */
const preparations: Promise<unknown>[] = [];
/** How many halves are there. */
const loaded = createStore(() => 0);

/** Lets every plugin register its pages and kinds of fields. Never fails: a plugin that does is reported. */
export function loadPlugins(): Promise<void> {
  all ??= loadAll();
  loading ??= Promise.race([all, new Promise((resolve) => setTimeout(resolve, patience))]).then(() => {});
  return loading;
}

function loadAll(): Promise<unknown> {
  const off = foldersOff();
  const wanted = Object.entries(halves).filter(([file]) => !off.includes(folderOf(file)));
  return Promise.all(wanted.map(([file, load]) => loadHalf(folderOf(file), load, off)));
}

/** Resolves when the last plugin has registered what it brings, or has failed. */
export async function whenAllAreLoaded(): Promise<void> {
  await loadPlugins();
  await all;
}

/** Lets plugins wait for what they are shown with; what cannot be had is shown without. */
export const prepare = (what: Promise<unknown>): void => void preparations.push(what.catch(() => {}));

async function loadHalf(
  folder: string,
  load: () => Promise<{ readonly default?: WebPlugin }>,
  off: readonly string[],
): Promise<void> {
  try {
    registerHalf(folder, (await fetchPart(load)).default, off);
    await Promise.all(preparations);
  } catch (error) {
    reportFault(folder, 'load', '', error);
  }
  loaded.setState((before) => before + 1);
}

/** Draws anew with each plugin that has registered what it brings. */
export const usePlugins = (): number => useStore(loaded);
