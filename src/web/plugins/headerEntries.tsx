import type { ComponentType } from 'react';
import { useRealm } from '../realms/RealmContext.ts';
import { Fence } from './Fence.tsx';
import { Registrations, type PlaceOptions } from './registrations.ts';
import { slots } from './slots.ts';

export interface HeaderEntryOptions extends PlaceOptions {
  /** Whether it is shown on a phone, whose bar has room for little; true unless said otherwise. */
  readonly phone?: boolean;
  /**
   * Also stands in the header of the public pages (`PublicHeader`), where whoever comes sees it, and no Refine is around it;
   * `links`: among the links of the site, which are in a menu on a phone.
   */
  readonly site?: boolean | 'links';
}

interface HeaderEntry extends HeaderEntryOptions {
  readonly name: string;
  readonly plugin: string;
  readonly Entry: ComponentType;
}

export const headerEntries = new Registrations<HeaderEntry>('header');

export function registerHeaderEntry(entry: HeaderEntry): void {
  headerEntries.add(entry);
  slots.HeaderEntries = HeaderEntries;
  if (entry.site === 'links') slots.SiteLinks = SiteLinks;
  else if (entry.site) slots.SiteEntries = SiteEntries;
}

function HeaderEntries({ phone: isPhone }: { phone: boolean }) {
  return headerEntries
    .in(useRealm())
    .filter(({ phone = true }) => phone || !isPhone)
    .map((entry) => <Shown key={entry.name} {...entry} />);
}

const SiteEntries = () => shownAt(true);
const SiteLinks = () => shownAt('links');
const shownAt = (place: HeaderEntryOptions['site']) =>
  headerEntries
    .all()
    .filter(({ site }) => site === place)
    .map((entry) => <Shown key={entry.name} {...entry} />);

const Shown = ({ name, plugin, Entry }: HeaderEntry) => (
  <Fence plugin={plugin} part="header" name={name}>
    <Entry />
  </Fence>
);
