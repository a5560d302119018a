import { soundChoice, type ColumnChoice } from './columnChoice.ts';
import type { Filter } from './filter/filter.ts';
import { readFilter } from './filter/readFilter.ts';
import { Problem } from './problem.ts';

/** Who sees a saved view beside its owner: nobody, everybody who may list the table, or the members of some groups. */
export const viewSharings = ['own', 'all', 'groups'] as const;
export type ViewSharing = (typeof viewSharings)[number];

/** Characters of a view's name. */
export const longestViewName = 40;

/** What a saved view makes of a list. Relative dates stay what they are, so that the view moves on with the time. */
export interface ViewState {
  /** What must hold of the rows, all of it. */
  readonly filter: readonly Filter[];
  readonly quickSearch: string;
  /** Wire format of `order`, such as `price,desc;title,asc`; empty: the table's own. */
  readonly order: string;
  /** Rows on a page, and what they are shown as, where somebody has chosen that. */
  readonly limit?: number;
  readonly layout?: string;
  readonly columns: ColumnChoice;
}

/** A saved view as its reader may know it. */
export interface SavedView {
  readonly id: number;
  readonly name: string;
  readonly sharing: ViewSharing;
  /** Groups that it is shared with, as far as the reader may see them. */
  readonly group_ids: readonly number[];
  readonly in_menu: boolean;
  readonly isOwn: boolean;
  /** Whether the reader may change and delete it. */
  readonly mayChange: boolean;
  readonly state: ViewState;
  /** How many conditions and columns of it its reader may not use: they are not in `state`. */
  readonly leftOut?: { readonly conditions: number; readonly columns: number };
}

/** The saved views of one table that somebody sees. */
export interface SavedViews {
  readonly list: readonly SavedView[];
  /** The one that the list opens with, for this person. */
  readonly opens: number | null;
}

const longest = { quickSearch: 2000, order: 1000, layout: 60 } as const;

/** Reads what comes from outside; throws a `Problem` that names what is wrong. Whether the names in it exist is not known yet. */
export function readViewState(input: unknown): ViewState {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) throw new Problem('rows:wrongView');
  const { filter = [], quickSearch, order, limit, layout, columns } = input as Readonly<Record<string, unknown>>;
  if (!Array.isArray(filter)) throw new Problem('rows:wrongView');
  // As one text, so that its limits hold for all parts together.
  const tree = filter.length === 0 ? undefined : readFilter(JSON.stringify({ and: filter }));
  return {
    filter: tree && 'and' in tree ? tree.and : [],
    quickSearch: textIn(quickSearch, longest.quickSearch),
    order: textIn(order, longest.order),
    ...(typeof limit === 'number' && Number.isSafeInteger(limit) && limit > 0 && { limit }),
    ...(typeof layout === 'string' && layout !== '' && { layout: textIn(layout, longest.layout) }),
    columns: soundChoice(columns),
  };
}

function textIn(input: unknown, most: number): string {
  if (input === undefined || input === null) return '';
  if (typeof input !== 'string' || input.length > most || input.includes('\0') || !input.isWellFormed())
    throw new Problem('rows:wrongView');
  return input;
}
