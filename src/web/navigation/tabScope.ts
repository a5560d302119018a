import { createContext, useContext } from 'react';

/** The tab that a page stands in. */
export interface TabScope {
  readonly path: string;
  /** Whether the page is shown; one behind must not go anywhere by itself. */
  isShown(): boolean;
  /** Where the page's dialogs stand, so that the tabs and the menu stay within reach; nowhere on a phone. */
  readonly frame: HTMLElement | null;
}

const Scope = createContext<TabScope>({ path: '', isShown: () => true, frame: null });
export const TabScopeProvider = Scope.Provider;
export const useTabScope = (): TabScope => useContext(Scope);
