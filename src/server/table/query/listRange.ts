import type { Anchor } from './anchors.ts';

export interface Part {
  readonly offset: number;
  readonly limit: number;
  /** Rows of the whole list; where it is known, a part can be read from its end. */
  readonly total?: number;
  /** State of the tables in which they were counted. */
  readonly state?: string;
}

/** How a part of a list is read. */
export interface ListRange {
  readonly backwards: boolean;
  /** Rows passed over from where the reading begins. */
  readonly offset: number;
  readonly limit: number;
  /** Where it begins; an end of the list when left out. */
  readonly from?: Anchor;
}

/** The range that passes over the fewest rows: from an end of the list, or from a row whose place is known. */
export function shortestRange({ offset, limit, total }: Part, anchors: readonly Anchor[] = []): ListRange {
  if (total === undefined) return { backwards: false, offset, limit };
  const rows = Math.max(0, Math.min(limit, total - offset));
  const end = offset + rows;
  const ranges: ListRange[] = [
    { backwards: false, offset, limit },
    { backwards: true, offset: total - end, limit: rows },
    ...anchors.map((from): ListRange =>
      from.place <= offset
        ? { backwards: false, offset: offset - from.place, limit, from }
        : { backwards: true, offset: from.place - end, limit: rows, from },
    ),
  ];
  return ranges
    .filter((range) => range.offset >= 0)
    .reduce((best, range) => (range.offset < best.offset ? range : best));
}
