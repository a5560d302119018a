import { usePlugins } from './loadPlugins.ts';
import { slots } from './slots.ts';

/** What plugins have for the header of the public pages. */
export function SiteEntries() {
  usePlugins();
  return slots.SiteEntries && <slots.SiteEntries />;
}
