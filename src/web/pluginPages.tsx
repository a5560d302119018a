import type { ComponentType, ReactElement } from 'react';
import { lazyPage } from './lazyPage.tsx';

/** A page that no resource generates, loaded when it is first opened. */
export type PageLoader = () => Promise<{ default: ComponentType }>;
const pages = new Map<string, ComponentType>();

/** Shows a page at `/admin/<path>` with the texts of these message files; its menu entry comes from the plugin's server half. */
export function registerPage(path: string, load: PageLoader, ...texts: readonly string[]): void {
  pages.set(path, lazyPage(async () => (await load()).default, ...texts));
}
export function pageAt(path: string): ReactElement | undefined {
  const Page = pages.get(path);
  return Page && <Page />;
}
