import { createContext, useContext } from 'react';

/** The pages that are open in tabs, for pages that lead to one another. */
export interface OpenPages {
  /** The query of each page as it was last, with its question mark. */
  readonly pages: readonly { readonly path: string; readonly search: string }[];
  /** Opens a page behind the one at hand, or gives an open one another query. */
  open(path: string, search: string): void;
  close(paths: readonly string[]): void;
}

const Open = createContext<OpenPages>({ pages: [], open: () => {}, close: () => {} });
export const OpenPagesProvider = Open.Provider;
export const useOpenPages = (): OpenPages => useContext(Open);
