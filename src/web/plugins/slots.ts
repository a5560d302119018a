import type { MenuProps } from 'antd';
import type { ComponentType } from 'react';
import type { Realm } from '../realms/realm.ts';

/** What an entry of the account menu is drawn and run with. */
export interface AccountMenuPlace {
  readonly realm: Realm;
  readonly phone: boolean;
  /** Gives the focus to the button of the menu: the entry that has it goes with the menu. */
  focusMenu(): void;
  navigate(to: string): void;
}

/**
 * Where the frame of an area shows what plugins bring. Each place is filled by the first registration for it, so that the
 * frame carries no code for what nobody has registered.
 */
export const slots: {
  HeaderEntries?: ComponentType<{ readonly phone: boolean }>;
  /** In the header of the public pages. */
  SiteEntries?: ComponentType;
  /** Among the links of the public pages, or in their menu on a phone. */
  SiteLinks?: ComponentType;
  accountEntries?: (place: AccountMenuPlace) => NonNullable<MenuProps['items']>;
  /** What the entries of the account menu have that is new, in words; empty when there is nothing. */
  accountNews?: {
    subscribe(listener: () => void): () => void;
    in(place: Pick<AccountMenuPlace, 'realm' | 'phone'>): string;
  };
  Panels?: ComponentType;
  /** Listens for the keys of plugins. */
  Shortcuts?: ComponentType;
  /** The keys of plugins for whoever is signed in to the realm, and what they do. */
  shortcuts?: (realm: Realm) => readonly { readonly keys: readonly string[]; readonly does: string }[];
} = {};
