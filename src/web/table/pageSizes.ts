/** Rows on a page that people choose from (protocol §12). */
export const pageSizes: readonly number[] = [10, 20, 50, 100];

/** Pixels of a row, and of all that stands above and below the rows of a list. */
const rowHeight = 40;
const aroundRows = 272;

/**
 * Rows that fill a window of this height, in steps of five: 10 in 720 pixels, 15 in 900, 20 in 1080. Never fewer than the
 * ten of the protocol, nor more than fifty.
 */
export function rowsIn(height: number): number {
  const fitting = Math.floor((height - aroundRows) / rowHeight / 5) * 5;
  return Math.min(50, Math.max(pageSizes[0]!, fitting));
}

/** The same for the window as it was when it was opened: lists keep their pages when its size changes. */
export const fittingRows = rowsIn(globalThis.innerHeight ?? 0);

/** Whether an address may ask for pages of so many rows: what people choose from, and what fills the window of anybody. */
export const isPageSize = (rows: number): boolean => rows >= 10 && rows <= 100 && rows % 5 === 0;
