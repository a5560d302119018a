/** What a plugin's browser half (`plugins/<name>/web.tsx`) may use. */
export { http } from './http/http.ts';
export { registerField } from './fields/index.ts';
export type { CellProps, FieldView, InputProps } from './fields/view.ts';
export { registerHeaderEntry } from './layout/headerEntries.ts';
export { registerPage, registerPublicPage } from './pluginPages.tsx';
export { useTitle } from './useTitle.ts';
