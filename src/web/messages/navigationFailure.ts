import i18next from 'i18next';
import { notify } from './notify.ts';

/** Why somebody stays where they are (specification §8). */
export type NavigationFailure = 'unknownType' | 'invalidRoute' | 'alreadyThere';

/** Says why what was asked for is not shown. */
export const tellNavigation = (failure: NavigationFailure): void =>
  notify.warning(i18next.t(`common:navigation.${failure}`));
/** The same of an address that there is no page at. */
export const tellAddress = (path: string): void =>
  notify.warning(i18next.t('common:navigation.invalidAddress', { path: readable(path).slice(0, longest) }));

/** Characters of an address that a message shows. */
const longest = 100;

/** An address as people write it. */
function readable(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
