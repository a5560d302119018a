import type { ListState } from './listShape.ts';

/** A list in which nothing is looked for. */
export const unfiltered: Partial<ListState> = { filter: [], unread: undefined, quickSearch: '' };

/** Whether something is looked for. */
export const isFiltered = ({ filter, unread, quickSearch }: ListState): boolean =>
  filter.length > 0 || unread !== undefined || quickSearch !== '';

/** Whether there may be rows that the list does not show as it stands. */
export const isNarrowed = (state: ListState): boolean =>
  isFiltered(state) || state.order.some(({ field }) => field.includes('.'));
