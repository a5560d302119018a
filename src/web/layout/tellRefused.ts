import { Code } from '#resource';
import { http, HttpProblem } from '../http/http.ts';
import { tellAddress, tellNavigation } from '../messages/navigationFailure.ts';
import { pageAt } from '../plugins/pluginPages.tsx';
import { apiOf } from '../table/resourcePlace.ts';

/** Says why the page that was asked for is not shown: there is none, or whoever asks has no right to it. */
export async function tellRefused(asked: string | undefined): Promise<void> {
  const path = asked?.replace(/\?.*$/, '');
  if (path === undefined) return tellNavigation('invalidRoute');
  tellAddress((await isGuarded(path.replace(/^\/admin\//, ''))) ? 'guarded' : 'invalidAddress', path);
}

/** Whether somebody with other rights would find a page here. Only the server knows which tables there are. */
async function isGuarded(page: string): Promise<boolean> {
  if (pageAt(page)) return true;
  try {
    await http.get(
      `${apiOf(page.split('/').map(encodeURIComponent).join('/'))}manifest`,
      {},
      { quiet: true, allowDuplicate: true },
    );
    return true;
  } catch (error) {
    return error instanceof HttpProblem && error.code === Code.forbidden;
  }
}
