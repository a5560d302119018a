import type { BaseRecord } from '@refinedev/core';
import { ancestorMark } from './ancestors.ts';
import { markWithheld } from './withheld.ts';

/** Rows of a list as our own server answers (protocol §3). */
export interface RowsAnswer {
  readonly list: BaseRecord[];
  readonly total?: number;
  readonly ancestors?: readonly number[];
  readonly withheld?: Readonly<Record<string, readonly number[]>>;
}
interface RowsPage {
  readonly data: BaseRecord[];
  readonly total: number;
}

const pages = new WeakMap<RowsAnswer, RowsPage>();

/** The rows of an answer as Refine's hooks want them; the same ones each time, so that nothing is drawn anew for others. */
export function rowsPageOf(answer: RowsAnswer): RowsPage {
  const known = pages.get(answer);
  if (known) return known;
  const { list, total, ancestors, withheld } = answer;
  const marks = ancestors ? { ...withheld, [ancestorMark]: ancestors } : withheld;
  const page = { data: markWithheld(list, marks), total: total ?? list.length };
  pages.set(answer, page);
  return page;
}
