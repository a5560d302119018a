/** What a plugin's browser half (`plugins/<name>/web.tsx`) may use. */
export { http } from './http/http.ts';
export { registerField } from './fields/index.ts';
export type { FieldView } from './fields/view.ts';

export { registerPage } from './pluginPages.tsx';
