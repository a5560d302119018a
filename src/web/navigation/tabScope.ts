import { createContext, useContext } from 'react';

/** The tab that a page stands in. */
export interface TabScope {
  readonly path: string;
  /** Whether the page is shown; one behind must not go anywhere by itself. */
  isShown(): boolean;
}

const Scope = createContext<TabScope>({ path: '', isShown: () => true });
export const TabScopeProvider = Scope.Provider;
export const useTabScope = (): TabScope => useContext(Scope);

const Frame = createContext<HTMLElement | null>(null);
export const TabFrameProvider = Frame.Provider;
/**
 * Where dialogs of the page stand, so that the tabs and the menu stay within reach; nowhere on a phone, and until the page is
 * drawn: apart from the rest, which is not drawn anew for it.
 */
export const useTabFrame = (): HTMLElement | null => useContext(Frame);
