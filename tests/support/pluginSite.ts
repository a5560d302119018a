/** What journeys of a plugin in a browser import as `#browser`: files `tests/*.e2e.ts` in its folder. */
export { dragDownByKeyboard } from './drag.ts';
export { runSite, type Site } from './site.ts';
