import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { setTimeZone, timeZoneNamed, type TimeZone } from '#resource';
import { storedLanguage } from './i18n.ts';
import { readStored, store } from './storage.ts';

/** A link in the head of the public pages. */
interface HeadLink {
  readonly title: string;
  readonly url: string;
}

/** What the server tells before anything is shown (specification §3). */
export interface Site {
  readonly siteName: string;
  readonly siteLogo: string;
  readonly recordNumber: string;
  readonly version: string;
  readonly timeZone: string;
  readonly headNav: readonly HeadLink[];
  readonly openMemberCenter: boolean;
  /** What a group of settings of a plugin tells by `site`. */
  readonly [ofPlugin: string]: unknown;
}

const key = 'siteConfig';
/**
 * Milliseconds after which a server that does not answer counts as not there. Other calls have no limit (specification §9);
 * without this one nothing would ever be shown, though the settings of the last visit are here.
 */
const patience = 10_000;
const empty: Site = {
  siteName: 'Ai Chat',
  siteLogo: '',
  recordNumber: '',
  version: '',
  timeZone: 'Asia/Shanghai',
  headNav: [],
  openMemberCenter: false,
};
const site = createStore<Site>(() => empty);
let stale = false;

/** The site's settings as they were last loaded. */
export const useSite = (): Site => useStore(site);
/** The same for whoever draws nothing. */
export const siteNow = (): Site => site.getState();
/** Whether the settings are those of an earlier visit, because the server did not answer. */
export const isSiteStale = (): boolean => stale;

/** Loads and stores the settings; the stored ones serve when the server cannot be reached. */
export async function loadSite(): Promise<void> {
  const loaded = await readSite();
  setTimeZone(() => zoneNamed(loaded.timeZone));
  site.setState(loaded, true);
}

async function readSite(): Promise<Site> {
  try {
    const answer = await fetch('/config.json', {
      headers: { accept: 'application/json', 'think-lang': storedLanguage(), server: 'true' },
      signal: AbortSignal.timeout(patience),
    });
    if (!answer.ok) throw new Error(answer.statusText);
    const loaded: unknown = await answer.json();
    if (!isRecord(loaded)) throw new TypeError('The site has no settings.');
    stale = false;
    store(key, JSON.stringify(loaded));
    return siteFrom(loaded);
  } catch {
    // Told on the page: the settings may be old.
    stale = true;
    return siteFrom(stored());
  }
}

function stored(): unknown {
  try {
    return JSON.parse(readStored(key) ?? '{}');
  } catch {
    return {};
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The settings in what was loaded or stored; whatever is corrupted falls back to its default. What plugins tell of the site
 * stands beside them as it came.
 */
export function siteFrom(given: unknown): Site {
  const values = isRecord(given) ? given : {};
  const sound = Object.entries(empty).map(([name, usual]) => [name, soundValue(name, values[name], usual)]);
  return { ...values, ...(Object.fromEntries(sound) as unknown as Site) };
}

function soundValue(name: string, value: unknown, usual: unknown): unknown {
  if (name === 'headNav') return Array.isArray(value) ? value.filter(isHeadLink) : usual;
  return typeof value === typeof usual ? value : usual;
}

/** Links lead to pages of the site or to other web sites, never to a script. */
const isHeadLink = (link: unknown): link is HeadLink =>
  isRecord(link) &&
  typeof link['title'] === 'string' &&
  typeof link['url'] === 'string' &&
  /^(?:https?:\/\/|\/(?![/\\]))/i.test(link['url']);

/** The zone of that name; the usual one where what is stored is corrupted. */
function zoneNamed(name: string): TimeZone {
  try {
    return timeZoneNamed(name);
  } catch {
    return timeZoneNamed(empty.timeZone);
  }
}
