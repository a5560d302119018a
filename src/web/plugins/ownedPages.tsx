import { Crash } from '../components/Crash.tsx';
import type { LazyPart } from '../loading/lazyPart.tsx';
import { withArea } from '../realms/addRealm.ts';
import { adminRealm } from '../realms/admin.ts';
import type { Realm } from '../realms/realm.ts';
import { claim, reportTwice } from './claims.ts';
import { reportFault } from './faults.ts';
import { PluginNameProvider } from './pluginName.ts';
import { claimedPages, isClaimed, pageOf, setPage, setPublicPage, type PageLoader } from './pluginPages.tsx';
import { expectRealm } from './realmNames.ts';

/** The plugin of each page. */
const owners = new Map<string, string>();

/** Shows a plugin's page at a path below the base of a realm, in the place of one of ours. */
export function registerPage(
  { base }: Pick<Realm, 'base'>,
  path: string,
  load: PageLoader,
  texts: readonly string[],
  plugin: string,
): void {
  const address = `${base}/${path}`;
  const what = `page ${address}`;
  if (!claim(plugin, what)) return;
  if (owners.get(address) === plugin) return reportTwice(plugin, what);
  owners.set(address, plugin);
  setPage(address, fenced(path, pageOf(path, load, texts), plugin));
}

/** The same below the base of a realm that is known by its name alone, as soon as there is one. */
export function registerRealmPage(
  realm: string,
  path: string,
  load: PageLoader,
  texts: readonly string[],
  plugin: string,
): void {
  expectRealm(realm, plugin);
  withArea(realm, (area) => registerPage(area, path, load, texts, plugin));
}

/** Shows one page at these addresses outside of the back office: it stays as it is while one of them follows another. */
export function registerPublicPage(
  paths: string | readonly string[],
  load: PageLoader,
  texts: readonly string[] = [],
  plugin = '',
): void {
  const addresses = [paths].flat();
  addresses.forEach(checkPublic);
  const Page = fenced(addresses[0]!, pageOf(addresses[0]!, load, texts), plugin);
  for (const path of addresses) {
    owners.set(path, plugin);
    setPublicPage(path, Page);
  }
}

function checkPublic(path: string): void {
  if (!path.startsWith('/') || path === adminRealm.base || path.startsWith(`${adminRealm.base}/`))
    throw new Error(
      `A public page cannot be at ${path}: give an address that begins with / and lies outside of /admin, or use registerPage().`,
    );
  if (isClaimed(path)) throw new Error(`Two plugins want to show a page at ${path}.`);
}

/** What a plugin's page throws stays within it, and is reported under the plugin's name. */
function fenced(path: string, Page: LazyPart, plugin: string): LazyPart {
  const Fenced = () => (
    <Crash plugin={plugin} onFailure={(error) => reportFault(plugin, 'page', path, error)}>
      <PluginNameProvider value={plugin}>
        <Page />
      </PluginNameProvider>
    </Crash>
  );
  return Object.assign(Fenced, { preload: Page.preload });
}

/** Addresses of a plugin's public pages. */
export const publicPagesOf = (plugin: string): readonly string[] =>
  claimedPages().flatMap(({ path }) => (owners.get(path) === plugin ? path : []));
