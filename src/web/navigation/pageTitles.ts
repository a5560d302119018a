import { createContext, useContext } from 'react';

type TitleOf = (path: string) => string | undefined;

const Titles = createContext<TitleOf>(() => undefined);
/** Tells what pages are called to whoever has no menu at hand. */
export const PageTitlesProvider = Titles.Provider;
export const usePageTitles = (): TitleOf => useContext(Titles);
