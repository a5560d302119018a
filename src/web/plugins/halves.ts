import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { fetchPart } from '../loading/missingParts.ts';
import { reportFault } from './faults.ts';

/** The browser halves of all plugins, each a file of its own: one that fails takes no other along. */
const halves = import.meta.glob('../../../plugins/*/web.tsx');
/** Folders of those that are switched off, as the server has written them into the page. */
const off = new Set(document.querySelector<HTMLMetaElement>('meta[name="plugins-off"]')?.content.split(' '));
const folderOf = (file: string): string => /([^/]+)\/web\.tsx$/.exec(file)?.[1] ?? file;

/** Milliseconds that a page waits for the plugins; what a later one registers is shown when it is there. */
const patience = 10_000;

let loading: Promise<void> | undefined;
/** How many halves are there. */
const loaded = createStore(() => 0);

/** Lets every plugin register its pages and kinds of fields. Never fails: a plugin that does is reported. */
export function loadPlugins(): Promise<void> {
  loading ??= Promise.race([
    Promise.all(
      Object.entries(halves)
        .filter(([file]) => !off.has(folderOf(file)))
        .map(([file, load]) => loadHalf(file, load)),
    ),
    new Promise((resolve) => setTimeout(resolve, patience)),
  ]).then(() => {});
  return loading;
}

async function loadHalf(file: string, load: () => Promise<unknown>): Promise<void> {
  try {
    await fetchPart(load);
  } catch (error) {
    reportFault(folderOf(file), 'load', '', error);
  }
  loaded.setState((before) => before + 1);
}

/** Draws anew with each plugin that has registered what it brings. */
export const usePlugins = (): number => useStore(loaded);
