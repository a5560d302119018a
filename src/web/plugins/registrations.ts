import { isAllowed } from '../realms/allowed.ts';
import type { Realm } from '../realms/realm.ts';
import { claim, reportTwice } from './claims.ts';
import type { PluginPart } from './faults.ts';
import { expectRealm } from './realmNames.ts';

/** What every registration for a place of the frame may say. */
export interface PlaceOptions {
  /** Lower ones come first; 0 unless said otherwise. */
  readonly order?: number;
  /** Permission node that it needs, such as `terminal/terminal/index`; without one, whoever is signed in sees it. */
  readonly node?: string;
  /** Names of the realms in which it is shown; in all unless said otherwise. */
  readonly realms?: readonly string[];
}

interface Registered extends PlaceOptions {
  readonly name: string;
  readonly plugin: string;
}

/** What plugins have registered for one place, in its order; of two with the same name one is left out, and reported. */
export class Registrations<T extends Registered> {
  readonly #part: PluginPart;
  #all: readonly T[] = [];
  constructor(part: PluginPart) {
    this.#part = part;
  }

  add(entry: T): void {
    const { name, plugin, realms = [] } = entry;
    for (const realm of realms) expectRealm(realm, plugin);
    const place = `${this.#part} ${name}`;
    if (!claim(plugin, place)) return;
    const other = this.named(name);
    if (other?.plugin === plugin) return reportTwice(plugin, place);
    // Plugins arrive in any order: their names decide between equals.
    this.#all = [...this.#all.filter((each) => each !== other), entry].toSorted(
      (one, next) => (one.order ?? 0) - (next.order ?? 0) || byName(one.plugin, next.plugin),
    );
  }

  named = (name: string): T | undefined => this.#all.find((each) => each.name === name);
  all = (): readonly T[] => this.#all;
  of = (plugin: string): T[] => this.#all.filter((each) => each.plugin === plugin);
  /** Those that whoever is signed in to the realm may see. */
  in = (realm: Realm): T[] => this.#all.filter((entry) => isShownIn(realm, entry));
}

const byName = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

function isShownIn(realm: Realm, { realms, node }: PlaceOptions): boolean {
  if (realms && !realms.includes(realm.name)) return false;
  if (node === undefined) return true;
  const end = node.lastIndexOf('/');
  return isAllowed(realm, node.slice(end + 1), node.slice(0, end));
}
