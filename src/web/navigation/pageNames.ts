import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

type Names = ReadonlyMap<string, string>;
/** What pages are called that only they themselves can tell, such as the record that they show; by their path. */
const names = createStore<Names>(() => new Map());

export const nameOfPage = (path: string): string | undefined => names.getState().get(path);

/** Draws anew whatever calls pages by their names. */
export const usePageNames = (): Names => useStore(names);
export const useNameOfPage = (path: string): string | undefined => useStore(names, (all) => all.get(path));

/** Calls when a page gets another name. */
export const onPageNames = (changed: () => void): (() => void) => names.subscribe(changed);

/** Calls the page at this path so until it is closed; undefined: its name is not known yet; null: it may not be told. */
export function usePageName(path: string, name: string | null | undefined): void {
  useEffect(() => {
    if (name !== undefined) namePages(new Map([[path, name]]));
  }, [path, name]);
}

/** Calls pages so, by their paths; null: by no name of their own. */
export function namePages(changes: ReadonlyMap<string, string | null>): void {
  const all = new Map(names.getState());
  for (const [path, name] of changes)
    if (name === null) all.delete(path);
    else all.set(path, name);
  names.setState(all, true);
}

/** None of these pages, or of those below this path, has a name any more. */
export const forgetPageNames = (pages: readonly string[] | string): void =>
  namePages(
    new Map(
      [...names.getState().keys()]
        .filter((path) => (typeof pages === 'string' ? path.startsWith(`${pages}/`) : pages.includes(path)))
        .map((path) => [path, null]),
    ),
  );
