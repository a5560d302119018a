import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** A line that is drawn, by its place in the list, or the height of those that are left out. */
type Part = { readonly place: number } | { readonly left: number; readonly key: string };

interface Sizes {
  /** What holds nothing but the lines, as a selector. */
  readonly lines: string;
  /** Pixels of a line, until one has been measured. */
  readonly height: number;
  /** Pixels between two lines. */
  readonly gap: number;
  /** Cells of a line: lists of wide lines count as long sooner. */
  readonly cells?: number;
}

/** Up to so many lines are all drawn: the browser's own search finds them then. */
const most = 100;
/** Up to so many cells: drawing more takes longer than people wait for what they have clicked. */
const mostCells = 1500;
/** Lines that are drawn before and after those in sight, so that there is something to scroll to. */
const spare = 14;

/**
 * Which lines of a long list have to be drawn: those in sight and some around them, whatever it is that scrolls. Where the
 * focus is, or the pointer was pressed last, stays drawn with both of its neighbours: a drag goes on, and Tab finds its way.
 */
export function useDrawnLines(ids: readonly number[], box: RefObject<HTMLElement | null>, sizes: Sizes) {
  const isLong = ids.length > Math.min(most, mostCells / (sizes.cells ?? 1));
  const [range, setRange] = useState<Drawn>({ first: 0, end: spare * 3 });
  const [heights] = useState(() => new Map<number, number>());
  const held = useRef<number>(undefined);
  const look = (): void => {
    const found = isLong && placesInSight(ids, box.current?.querySelector(sizes.lines), heights, sizes);
    if (!found || covers(range, found, ids.length)) return;
    const around = { first: Math.max(0, found.first - spare), end: Math.min(ids.length, found.end + spare) };
    setRange({ ...around, held: held.current });
  };
  useLayoutEffect(() => {
    if (isLong) measure(box.current, heights);
    look();
  });
  useEffect(() => {
    if (!isLong) return;
    // Scrolling is told to nobody above what scrolls, but seen on its way there.
    document.addEventListener('scroll', look, { capture: true, passive: true });
    window.addEventListener('resize', look);
    return () => {
      document.removeEventListener('scroll', look, { capture: true });
      window.removeEventListener('resize', look);
    };
  });
  const hold = ({ target }: { target: EventTarget }): void => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-row-key]') : null;
    if (row) held.current = Number(row.dataset['rowKey']);
  };
  return {
    isLong,
    parts: isLong ? partsOf(ids, range, heights, sizes) : ids.map((_, place) => ({ place })),
    /** Told where the focus goes, and where the pointer is pressed. */
    hold,
  };
}

interface Range {
  readonly first: number;
  readonly end: number;
}
interface Drawn extends Range {
  /** Id of a line that stays. */
  readonly held?: number | undefined;
}

/** Whether there is still enough around what is in sight. */
function covers(drawn: Range, { first, end }: Range, count: number): boolean {
  const before = Math.max(0, first - spare / 2);
  const after = Math.min(count, end + spare / 2);
  return drawn.first <= before && drawn.end >= after && drawn.end - drawn.first <= end - first + spare * 4;
}

function measure(box: HTMLElement | null, heights: Map<number, number>): void {
  for (const line of box?.querySelectorAll<HTMLElement>('[data-row-key]') ?? [])
    if (line.offsetHeight > 0) heights.set(Number(line.dataset['rowKey']), line.offsetHeight);
}

function placesInSight(
  ids: readonly number[],
  lines: Element | null | undefined,
  heights: ReadonlyMap<number, number>,
  sizes: Sizes,
): Range | undefined {
  const { top, width } = lines?.getBoundingClientRect() ?? { top: 0, width: 0 };
  // In a tab behind, there is nothing to see.
  if (width === 0) return undefined;
  let [first, end] = [0, ids.length];
  let bottom = top;
  for (const [place, id] of ids.entries()) {
    if (bottom >= window.innerHeight) {
      end = place;
      break;
    }
    bottom += (heights.get(id) ?? sizes.height) + sizes.gap;
    if (bottom <= 0) first = place + 1;
  }
  return { first: Math.min(first, ids.length), end: Math.max(end, first) };
}

function partsOf(
  ids: readonly number[],
  { first, end, held: id }: Drawn,
  heights: ReadonlyMap<number, number>,
  sizes: Sizes,
): Part[] {
  const held = id === undefined ? -1 : ids.indexOf(id);
  const places = new Set(held < 0 ? [] : [held - 1, held, held + 1].filter((place) => ids[place] !== undefined));
  for (let place = first; place < Math.min(end, ids.length); place += 1) places.add(place);
  const parts: Part[] = [];
  let next = 0;
  const leaveOut = (until: number): void => {
    const left = ids.slice(next, until).reduce((sum, id) => sum + (heights.get(id) ?? sizes.height) + sizes.gap, 0);
    if (left > 0) parts.push({ left: left - sizes.gap, key: `before ${ids[until] ?? 'the end'}` });
  };
  for (const place of [...places].sort((one, other) => one - other)) {
    leaveOut(place);
    parts.push({ place });
    next = place + 1;
  }
  leaveOut(ids.length);
  return parts;
}
