/** What journeys of a plugin in a browser import as `#browser`: files `tests/*.e2e.ts` in its folder. */
export { addPerson } from './addPerson.ts';
export { violationsOf } from './axe.ts';
export { denyStorage } from './denyStorage.ts';
export { dragDownByKeyboard, dragListens, dragOver, drop } from './drag.ts';
export { expireTokens } from './expireTokens.ts';
export { isFocused, press, reach } from './keys.ts';
export { password, runSite, visitsTo, type Site } from './site.ts';
