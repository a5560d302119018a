import i18next from 'i18next';
import type { ReactElement } from 'react';
import { reportFault } from './faults.ts';
import { loadEntryTexts } from './entryTexts.ts';
import { followTo } from './followTo.ts';
import { Registrations, type PlaceOptions } from './registrations.ts';
import { slots, type AccountMenuPlace } from './slots.ts';

interface News {
  /** Key of the text of the entry while there is some, such as `terminal:openNew`. */
  readonly label: string;
  isShown(): boolean;
  /** Calls the listener whenever `isShown` may have changed; returns what ends that. */
  subscribe(listener: () => void): () => void;
}

export interface AccountEntryOptions extends PlaceOptions {
  /** Key of its text, such as `terminal:open`. */
  readonly label: string;
  /** An element, or a class of the icon fonts. */
  readonly icon: ReactElement | string;
  /** Where it leads: below the base of the realm (`user/profile`), a whole address (`/chat`), or another site in a window of its own. */
  readonly to?: string;
  /** What it does, instead of leading somewhere. */
  readonly onClick?: () => unknown;
  /** What nobody has seen yet: a dot then stands at the entry, and at the account above it. */
  readonly news?: News;
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
  if (entry.news) {
    loadEntryTexts(entry.news.label);
    slots.accountNews = accountNews;
  }
}

type Shown = Pick<AccountMenuPlace, 'realm' | 'phone'>;
const shownIn = ({ realm, phone }: Shown): AccountEntry[] =>
  accountEntries.in(realm).filter(({ phoneOnly = false }) => phone || !phoneOnly);

const itemsOf: NonNullable<typeof slots.accountEntries> = (place) =>
  shownIn(place).map((entry) => ({
    key: `plugin ${entry.name}`,
    label: i18next.t(labelOf(entry)),
    icon: hasNews(entry) ? <span className="has-news">{iconOf(entry)}</span> : iconOf(entry),
    onClick: () => void choose(entry, place),
  }));

const iconOf = ({ icon }: AccountEntry): ReactElement =>
  typeof icon === 'object' ? icon : <i className={icon} aria-hidden />;
const hasNews = (entry: AccountEntry): boolean => guarded(entry, () => entry.news?.isShown() === true, false);
const labelOf = (entry: AccountEntry): string => (hasNews(entry) ? entry.news!.label : entry.label);

/** The menu is drawn whatever a plugin's part of it does. */
function guarded<T>({ plugin, name }: AccountEntry, ask: () => T, otherwise: T): T {
  try {
    return ask();
  } catch (error) {
    // Whoever shows faults is drawn anew by it, which nothing may be while it is drawn.
    queueMicrotask(() => reportFault(plugin, 'account', name, error));
    return otherwise;
  }
}

const accountNews: NonNullable<typeof slots.accountNews> = {
  subscribe(listener) {
    const heard = accountEntries.all().filter(({ news }) => news !== undefined);
    const ends = heard.map(
      (entry) =>
        [
          entry,
          guarded(
            entry,
            () => entry.news!.subscribe(listener),
            () => {},
          ),
        ] as const,
    );
    return () => ends.forEach(([entry, end]) => guarded(entry, end, undefined));
  },
  in: (place) =>
    shownIn(place)
      .filter(hasNews)
      .map((entry) => i18next.t(labelOf(entry)))
      .join(' · '),
};

/** What opens now gives the focus back to the menu's button: the entry itself goes. */
async function choose({ plugin, name, to, onClick }: AccountEntry, place: AccountMenuPlace): Promise<void> {
  place.focusMenu();
  try {
    if (onClick) await onClick();
    else if (to !== undefined) followTo(to, place);
  } catch (error) {
    reportFault(plugin, 'account', name, error);
  }
}
