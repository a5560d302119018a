import { createContext, useContext } from 'react';

/** Where a page stands. */
export interface PagePlace {
  readonly title: string;
  /** Titles of the menu's directories that it is in, the outermost first. */
  readonly above: readonly string[];
}
/** The place of the page at a path; undefined where there is none. */
type PlaceOf = (path: string) => PagePlace | undefined;

const Places = createContext<PlaceOf>(() => undefined);
/** Tells where pages stand to whoever has no menu at hand. */
export const PagePlacesProvider = Places.Provider;
export const usePagePlaces = (): PlaceOf => useContext(Places);
