import type { ComponentType, ReactElement } from 'react';
import { extraTextsOf } from './extraTexts.ts';
import { lazyPage } from './lazyPage.tsx';
import type { LazyPart } from './lazyPart.tsx';

/** A page that no resource generates, loaded when it is first opened. */
export type PageLoader = () => Promise<{ default: ComponentType }>;
const pages = new Map<string, LazyPart>();
const publicPages = new Map<string, LazyPart>();

/** Shows a page at `/admin/<path>` with the texts of these message files; its menu entry comes from the plugin's server half. */
export function registerPage(path: string, load: PageLoader, ...texts: readonly string[]): void {
  pages.set(
    path,
    lazyPage(async () => (await load()).default, ...texts, ...extraTextsOf(path)),
  );
}
export function pageAt(path: string): ReactElement | undefined {
  const Page = pages.get(path);
  return Page && <Page />;
}
export const hasPageAt = (path: string): boolean => pages.has(path);
/** Fetches the page at this path, if there is one. */
export const preloadPageAt = (path: string): Promise<unknown> | undefined => pages.get(path)?.preload();

/**
 * Shows a page at an address outside of the back office, such as `/` or `/chat/:id?`, with the texts of these message files.
 * It comes before a page of the product at the same address. The page names itself with `useTitle`.
 */
export function registerPublicPage(path: string, load: PageLoader, ...texts: readonly string[]): void {
  if (!path.startsWith('/') || /^\/admin(?:\/|$)/.test(path))
    throw new Error(
      `A public page cannot be at ${path}: give an address that begins with / and lies outside of /admin, or use registerPage().`,
    );
  if (publicPages.has(path)) throw new Error(`Two plugins want to show a page at ${path}.`);
  publicPages.set(
    path,
    lazyPage(async () => (await load()).default, ...texts),
  );
}
export const claimedPages = (): readonly { readonly path: string; readonly Page: LazyPart }[] =>
  [...publicPages].map(([path, Page]) => ({ path, Page }));
/** Whether a plugin shows a page at this address. */
export const isClaimed = (path: string): boolean => publicPages.has(path);
