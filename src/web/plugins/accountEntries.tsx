import i18next from 'i18next';
import type { ReactElement } from 'react';
import { reportFault } from './faults.ts';
import { loadEntryTexts } from './entryTexts.ts';
import { Registrations, type PlaceOptions } from './registrations.ts';
import { slots, type AccountMenuPlace } from './slots.ts';

export interface AccountEntryOptions extends PlaceOptions {
  /** Key of its text, such as `terminal:open`. */
  readonly label: string;
  /** An element, or a class of the icon fonts. */
  readonly icon: ReactElement | string;
  /** Where it leads: below the base of the realm (`user/profile`), a whole address (`/chat`), or another site in a window of its own. */
  readonly to?: string;
  /** What it does, instead of leading somewhere. */
  readonly onClick?: () => unknown;
  /** Only on a phone, for what the bar has no room for there. */
  readonly phoneOnly?: boolean;
}

interface AccountEntry extends AccountEntryOptions {
  readonly name: string;
  readonly plugin: string;
}

export const accountEntries = new Registrations<AccountEntry>('account');

export function registerAccountEntry(entry: AccountEntry): void {
  accountEntries.add(entry);
  loadEntryTexts(entry.label);
  slots.accountEntries = itemsOf;
}

const itemsOf: NonNullable<typeof slots.accountEntries> = (place) =>
  accountEntries
    .in(place.realm)
    .filter(({ phoneOnly = false }) => place.phone || !phoneOnly)
    .map((entry) => ({
      key: `plugin ${entry.name}`,
      label: i18next.t(entry.label),
      icon: typeof entry.icon === 'object' ? entry.icon : <i className={entry.icon} aria-hidden />,
      onClick: () => void choose(entry, place),
    }));

/** What opens now gives the focus back to the menu's button: the entry itself goes. */
async function choose({ plugin, name, to, onClick }: AccountEntry, place: AccountMenuPlace): Promise<void> {
  place.focusMenu();
  try {
    if (onClick) await onClick();
    else if (to !== undefined) go(to, place);
  } catch (error) {
    reportFault(plugin, 'account', name, error);
  }
}

function go(to: string, { realm, navigate }: AccountMenuPlace): void {
  if (/^https?:/.test(to)) window.open(to, '_blank', 'noopener,noreferrer');
  else navigate(to.startsWith('/') ? to : `${realm.base}/${to}`);
}
