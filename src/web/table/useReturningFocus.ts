import { useCallback, useRef, useState } from 'react';
import { focusTicks } from './focusTicks.ts';
import { rowElement } from './rowElement.ts';

/**
 * What is open, if anything; closing gives the focus back to the element that had it, or that stands in its place after
 * the rows were drawn anew.
 */
export function useReturningFocus<T>(first?: T): readonly [T | undefined, (next: T | undefined) => void] {
  const [open, setOpen] = useState(first);
  const before = useRef<{ element: HTMLElement; row: string | undefined; name: string | null }>(undefined);
  const change = useCallback((next: T | undefined) => {
    if (next !== undefined && document.activeElement instanceof HTMLElement)
      before.current = placeOf(document.activeElement);
    setOpen(() => next);
    if (next === undefined) setTimeout(() => before.current && focusAgain(before.current));
  }, []);
  return [open, change];
}

function placeOf(element: HTMLElement) {
  return {
    element,
    row: element.closest<HTMLElement>('[data-row-key]')?.dataset['rowKey'],
    name: element.getAttribute('aria-label'),
  };
}

function focusAgain({ element, row, name }: ReturnType<typeof placeOf>): void {
  if (element.isConnected) return element.focus();
  const twin = row && name ? rowElement(row)?.querySelector<HTMLElement>(`[aria-label="${CSS.escape(name)}"]`) : null;
  if (twin) twin.focus();
  // It was for ticked rows, which are not ticked any more.
  else if (document.activeElement === document.body) focusTicks();
}
