import i18next from 'i18next';
import { http } from '../http/http.ts';
import { allRealms } from '../realms/registry.ts';
import { languageKey } from '../settings/i18n.ts';
import { forget, savedFiltersKey, storedKeys } from '../settings/storage.ts';
import { notify } from '../messages/notify.ts';

/** Whose memory is to be cleared: the server's, this browser's, or both. */
export type CacheKind = 'system' | 'browser' | 'all';

/** Milliseconds in which the message can be read before the page starts again. */
const pause = 800;
/** What is no cache: who is signed in, the language, and what somebody has made and given a name. */
const isKept = (key: string): boolean =>
  key === languageKey || key.startsWith(savedFiltersKey) || allRealms().some((realm) => realm.identityKey === key);

/**
 * Clears what is remembered, says so and starts the page again; what the server refuses is told and nothing else
 * happens.
 */
export async function clearCache(kind: CacheKind): Promise<void> {
  if (kind !== 'browser' && !(await clearServer(kind === 'all' ? 'all' : 'tp'))) return;
  if (kind !== 'system') clearBrowser();
  notify.success(i18next.t(`layout:cacheCleared.${kind}`));
  setTimeout(() => location.reload(), pause);
}

async function clearServer(type: 'tp' | 'all'): Promise<boolean> {
  try {
    await http.post('/admin/ajax/clearCache', { type });
    return true;
  } catch {
    // The call has told what went wrong.
    return false;
  }
}

function clearBrowser(): void {
  for (const key of storedKeys()) if (!isKept(key)) forget(key);
  try {
    sessionStorage.clear();
  } catch {
    // What may not be kept is not there.
  }
}
