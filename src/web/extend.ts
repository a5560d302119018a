import type { ComponentType } from 'react';

/** What a plugin's browser half (`plugins/<name>/web.tsx`) may use. */
export { http } from './http/http.ts';
export { registerField } from './fields/index.ts';
export type { FieldView } from './fields/view.ts';

/** A page that no resource generates, loaded when it is first opened. */
export type PageLoader = () => Promise<{ default: ComponentType }>;
const pages = new Map<string, PageLoader>();

/** Shows a page at `/admin/<path>`; its menu entry comes from the plugin's server half. */
export function registerPage(path: string, load: PageLoader): void {
  pages.set(path, load);
}
export const pageAt = (path: string): PageLoader | undefined => pages.get(path);
