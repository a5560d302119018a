import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** What pages are called that only they themselves can tell, such as the record that they show; by their path. */
const names = createStore<ReadonlyMap<string, string>>(() => new Map());

export const nameOfPage = (path: string): string | undefined => names.getState().get(path);

/** Draws anew whatever calls pages by their names. */
export const usePageNames = (): ReadonlyMap<string, string> => useStore(names);
export const useNameOfPage = (path: string): string | undefined => useStore(names, (all) => all.get(path));

/** Calls the page at this path so for as long as it is there; undefined: its name is not known yet. */
export function usePageName(path: string, name: string | undefined): void {
  useEffect(() => {
    if (name === undefined) return;
    names.setState((all) => new Map(all).set(path, name), true);
    return () => names.setState((all) => new Map([...all].filter(([each]) => each !== path)), true);
  }, [path, name]);
}
