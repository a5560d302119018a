import { useSyncExternalStore } from 'react';
import { setTimeZone } from '#resource';

/** What the server tells before anything is shown (specification §3). */
export interface Site {
  readonly siteName: string;
  readonly siteLogo: string;
  readonly recordNumber: string;
  readonly version: string;
  readonly timeZone: string;
}

const key = 'siteConfig';
const empty: Site = { siteName: 'Ai Chat', siteLogo: '', recordNumber: '', version: '', timeZone: 'Asia/Shanghai' };
let current: Site = empty;
let stale = false;
const watchers = new Set<() => void>();

/** The site's settings as they were last loaded. */
export const site = (): Site => current;
/** The same for what is drawn, which is drawn again when they have been loaded anew. */
export const useSite = (): Site => useSyncExternalStore(watch, site);

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
/** Whether the settings are those of an earlier visit, because the server did not answer. */
export const isSiteStale = (): boolean => stale;

/** Loads and stores the settings; the stored ones serve when the server cannot be reached. */
export async function loadSite(): Promise<void> {
  await readSite();
  setTimeZone(current.timeZone);
  for (const watcher of watchers) watcher();
}

async function readSite(): Promise<void> {
  try {
    const answer = await fetch('/config.json', { headers: { accept: 'application/json' } });
    if (!answer.ok) throw new Error(answer.statusText);
    const loaded = (await answer.json()) as Site;
    localStorage.setItem(key, JSON.stringify(loaded));
    current = { ...empty, ...loaded };
    stale = false;
  } catch {
    // Told on the page: the settings may be old.
    current = { ...empty, ...stored() };
    stale = true;
  }
}

function stored(): Partial<Site> {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? '{}') ?? {}) as Partial<Site>;
  } catch {
    return {};
  }
}
