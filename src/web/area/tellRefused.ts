import { Code } from '#resource';
import { http, HttpProblem } from '../http/http.ts';
import { tellAddress, tellNavigation } from '../messages/navigationFailure.ts';
import { hasPageAt } from '../plugins/pluginPages.tsx';
import { apiOf, type Realm } from '../realms/realm.ts';

/** Says why the page that was asked for is not shown: there is none, or whoever asks has no right to it. */
export async function tellRefused(realm: Realm, asked: string | undefined): Promise<void> {
  const address = asked?.replace(/\?.*$/, '');
  if (address === undefined) return tellNavigation('invalidRoute');
  tellAddress((await isGuarded(realm, address)) ? 'guarded' : 'invalidAddress', address);
}

/** Whether somebody with other rights would find a page here. Only the server knows which tables there are. */
async function isGuarded(realm: Realm, address: string): Promise<boolean> {
  if (hasPageAt(address)) return true;
  const path = address
    .slice(realm.base.length + 1)
    .split('/')
    .map(encodeURIComponent)
    .join('/');
  try {
    await http.get(`${apiOf(realm, path)}manifest`, {}, { quiet: true, allowDuplicate: true });
    return true;
  } catch (error) {
    return error instanceof HttpProblem && error.code === Code.forbidden;
  }
}
