import type { Filter, Manifest, SavedView } from '#resource';
import { fittingRows } from './pageSizes.ts';

/** The parameter of an address that names a saved view. */
export const savedKey = 'view';

/** Parameters that name an import, or a large bulk edit, whose report is to be opened: what the list shows is not their concern. */
export const reportKeys = ['import', 'bulkJob'] as const;

/** What a list shows where its address says nothing else: its own, or what the saved view has made of it. */
interface ListBase {
  readonly limit: number;
  /** Neither the table nor the view says how many: as many as fill the window. */
  readonly isFitted: boolean;
  readonly order: string;
  readonly quickSearch: string;
  readonly layout: string | undefined;
  readonly filter: readonly Filter[];
}

/** The saved view of this id that the caller sees. */
export const savedViewAt = ({ saved }: Manifest, id: number | undefined): SavedView | undefined =>
  saved?.list.find((view) => view.id === id);

export function baseOf(manifest: Manifest, saved: number | undefined): ListBase {
  const { list } = manifest;
  const state = savedViewAt(manifest, saved)?.state;
  return {
    limit: state?.limit ?? list.pageSize ?? fittingRows,
    isFitted: state?.limit === undefined && list.pageSize === undefined,
    order: state?.order || list.order,
    quickSearch: state?.quickSearch ?? '',
    layout: state?.layout,
    filter: state?.filter ?? [],
  };
}

/** The saved view that an address means: the one it names; where it says nothing at all, the one that the list opens with. */
export function savedIn(search: URLSearchParams, { saved }: Manifest): number | undefined {
  const asked = search.get(savedKey);
  if (asked !== null && /^\d{1,15}$/.test(asked))
    return Number(asked) > 0 || saved?.opens != null ? Number(asked) : undefined;
  if (saved?.opens == null) return undefined;
  return [...search.keys()].every((key) => (reportKeys as readonly string[]).includes(key)) ? saved.opens : 0;
}
