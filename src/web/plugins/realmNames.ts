import { suggestion } from '#resource';
import { allRealms } from '../realms/registry.ts';
import { reportFault } from './faults.ts';
import { isAnyOff, whenAllAreLoaded } from './loadPlugins.ts';

/**
 * Notes that a plugin counts on a realm that another one may bring later. Once all are there, one that nobody has brought is
 * reported, unless it may be that of a plugin that is switched off.
 */
export function expectRealm(realm: string, plugin: string): void {
  void whenAllAreLoaded().then(() => {
    const known = allRealms().map(({ name }) => name);
    if (!known.includes(realm) && !isAnyOff())
      reportFault(plugin, 'missing', `realm ${realm}`, new Error(suggestion(realm, known)));
  });
}
