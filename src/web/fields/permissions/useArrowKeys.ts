import { useEffect, useRef, type FocusEvent, type KeyboardEvent } from 'react';

const steps: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

/**
 * One stop of the tab key for a whole grid of boxes, and the arrow keys between them: to the sides through all boxes of a
 * line, up and down within the column. Home and End go to the ends of a line, with Ctrl to those of the grid.
 */
export function useArrowKeys() {
  const grid = useRef<HTMLTableElement>(null);
  useEffect(() => {
    const boxes = boxesIn(grid.current);
    if (!boxes.some(({ tabIndex }) => tabIndex === 0)) boxes[0]?.setAttribute('tabindex', '0');
  });
  const onFocus = ({ target, currentTarget }: FocusEvent<HTMLTableElement>): void => {
    if (!boxesIn(currentTarget).includes(target)) return;
    for (const each of currentTarget.querySelectorAll(`${stop}[tabindex="0"]`)) each.setAttribute('tabindex', '-1');
    target.setAttribute('tabindex', '0');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>): void => {
    const { target, currentTarget, key } = event;
    if (!(target instanceof HTMLElement) || event.altKey || event.metaKey) return;
    const next = nextOf(currentTarget, target, key, event.ctrlKey);
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  return { ref: grid, onFocus, onKeyDown };
}

const stop = '[data-stop], .tick';
const boxesIn = (place: ParentNode | null | undefined): HTMLElement[] => [
  ...(place?.querySelectorAll<HTMLElement>(stop) ?? []),
];

function nextOf(grid: HTMLTableElement, from: HTMLElement, key: string, far: boolean): HTMLElement | undefined {
  if (key === 'Home' || key === 'End') {
    const boxes = boxesIn(far ? grid : from.closest('tr'));
    return boxes.at(key === 'Home' ? 0 : -1);
  }
  const step = steps[key];
  if (!step || far) return undefined;
  const [down, right] = step;
  if (right !== 0) {
    const boxes = boxesIn(from.closest('tr'));
    return boxes[boxes.indexOf(from) + right];
  }
  const cell = from.closest('td, th') as HTMLTableCellElement;
  const lines = [...grid.rows];
  for (let at = lines.indexOf(from.closest('tr')!) + down; lines[at]; at += down) {
    const [box] = boxesIn(lines[at]!.cells[cell.cellIndex]);
    if (box) return box;
  }
  return undefined;
}
