import type { ListRow } from '../fields/view.ts';
import { isOffered } from './withheld.ts';

/** No action can be called like that: such rows are marked together with those that actions are withheld from. */
export const ancestorMark = '$ancestor';

/** Whether a row of a tree only shows where others stand: it is not what people look for, is not counted and cannot be ticked. */
export const isAncestor = (row: ListRow): boolean => !isOffered(row, ancestorMark);
