import type { ComponentType, ReactElement } from 'react';
import { extraTextsOf } from '../settings/extraTexts.ts';
import { lazyPage } from '../loading/lazyPage.tsx';
import type { LazyPart } from '../loading/lazyPart.tsx';
import type { Realm } from '../realms/realm.ts';

/** A page that no resource generates, loaded when it is first opened. */
export type PageLoader = () => Promise<{ default: ComponentType }>;
const pages = new Map<string, LazyPart>();
const publicPages = new Map<string, LazyPart>();

/** Shows a page of our own at a path below the base of a realm, with the texts of these message files. */
export const registerPage = (
  { base }: Pick<Realm, 'base'>,
  path: string,
  load: PageLoader,
  texts: readonly string[] = [],
): void => setPage(`${base}/${path}`, pageOf(path, load, texts));

export const setPage = (address: string, Page: LazyPart): void => void pages.set(address, Page);
/** A page with its texts, and those that some addresses need beside them. */
export const pageOf = (path: string, load: PageLoader, texts: readonly string[]): LazyPart =>
  lazyPage(async () => (await load()).default, ...texts, ...extraTextsOf(path));
export function pageAt(address: string): ReactElement | undefined {
  const Page = pages.get(address);
  return Page && <Page />;
}
export const hasPageAt = (address: string): boolean => pages.has(address);
/** Fetches the page at this address, if there is one. */
export const preloadPageAt = (address: string): Promise<unknown> | undefined => pages.get(address)?.preload();

export const setPublicPage = (path: string, Page: LazyPart): void => void publicPages.set(path, Page);
export const claimedPages = (): readonly { readonly path: string; readonly Page: LazyPart }[] =>
  [...publicPages].map(([path, Page]) => ({ path, Page }));
/** Whether a plugin shows a page at this address. */
export const isClaimed = (path: string): boolean => publicPages.has(path);
