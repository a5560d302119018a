import type { Filter } from '#resource';

export interface Sorting {
  readonly field: string;
  readonly down: boolean;
}
/** What a list shows. It stands in the address, so that reloading, going back and links bring the same rows. */
export interface ListState {
  readonly page: number;
  readonly limit: number;
  readonly order: readonly Sorting[];
  readonly quickSearch: string;
  /** The saved view that it begins with: its id, or 0 for none although the list would open with one. */
  readonly saved?: number | undefined;
  /** The view that is shown instead of the list. */
  readonly view: string | undefined;
  /** What the list is shown as; what the device has it as when left out. */
  readonly layout?: string | undefined;
  /** What must hold of the rows, all of it: conditions, and groups of them. */
  readonly filter: readonly Filter[];
  /** The parameter `filter` as it stands, where it is none: the server says why. */
  readonly unread?: string | undefined;
  /** Names of parameters that are nothing that this list knows. */
  readonly unknown: readonly string[];
}
