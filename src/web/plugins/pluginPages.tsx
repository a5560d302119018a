import type { ComponentType, ReactElement } from 'react';
import { Crash } from '../components/Crash.tsx';
import { extraTextsOf } from '../settings/extraTexts.ts';
import { lazyPage } from '../loading/lazyPage.tsx';
import type { LazyPart } from '../loading/lazyPart.tsx';
import { adminRealm } from '../realms/admin.ts';
import type { Realm } from '../realms/realm.ts';
import { reportFault } from './faults.ts';

/** A page that no resource generates, loaded when it is first opened. */
export type PageLoader = () => Promise<{ default: ComponentType }>;
const pages = new Map<string, LazyPart>();
const publicPages = new Map<string, LazyPart>();

/**
 * Shows a page at a path below the base of a realm, with the texts of these message files; `plugin` is whose it is, if
 * it is not our own.
 */
export function registerPage(
  { base }: Pick<Realm, 'base'>,
  path: string,
  load: PageLoader,
  texts: readonly string[] = [],
  plugin?: string,
): void {
  pages.set(`${base}/${path}`, pageOf(path, load, [...texts, ...extraTextsOf(path)], plugin));
}
export function pageAt(address: string): ReactElement | undefined {
  const Page = pages.get(address);
  return Page && <Page />;
}
export const hasPageAt = (address: string): boolean => pages.has(address);
/** Fetches the page at this address, if there is one. */
export const preloadPageAt = (address: string): Promise<unknown> | undefined => pages.get(address)?.preload();

/** Shows a page at an address outside of the back office. */
export function registerPublicPage(
  path: string,
  load: PageLoader,
  texts: readonly string[] = [],
  plugin?: string,
): void {
  if (!path.startsWith('/') || path === adminRealm.base || path.startsWith(`${adminRealm.base}/`))
    throw new Error(
      `A public page cannot be at ${path}: give an address that begins with / and lies outside of /admin, or use registerPage().`,
    );
  if (publicPages.has(path)) throw new Error(`Two plugins want to show a page at ${path}.`);
  publicPages.set(path, pageOf(path, load, texts, plugin));
}
export const claimedPages = (): readonly { readonly path: string; readonly Page: LazyPart }[] =>
  [...publicPages].map(([path, Page]) => ({ path, Page }));
/** Whether a plugin shows a page at this address. */
export const isClaimed = (path: string): boolean => publicPages.has(path);

/** What a plugin's page throws stays within it, and is reported under the plugin's name. */
function pageOf(path: string, load: PageLoader, texts: readonly string[], plugin: string | undefined): LazyPart {
  const Page = lazyPage(async () => (await load()).default, ...texts);
  if (plugin === undefined) return Page;
  const Fenced = () => (
    <Crash onFailure={(error) => reportFault(plugin, 'page', path, error)}>
      <Page />
    </Crash>
  );
  return Object.assign(Fenced, { preload: Page.preload });
}
