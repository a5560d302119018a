import { useEffect, useRef } from 'react';
import { rowElement } from './rowElement.ts';

/**
 * Rows that go take the focus with them. Told beforehand which will go, this gives it to the same button of the row
 * that moves into their place, to the last row where they were the last, or to the buttons above an empty list.
 */
export function useFocusAfterRemoval(ids: readonly number[]): (going: readonly number[]) => void {
  const removal = useRef<{ going: ReadonlySet<number>; place: number }>(undefined);
  useEffect(() => {
    const { going, place } = removal.current ?? {};
    if (!going || place === undefined || ids.some((id) => going.has(id))) return;
    removal.current = undefined;
    if (isLost(document.activeElement)) focusNear(ids[Math.min(place, ids.length - 1)]);
  }, [ids]);
  return (going) => {
    const gone = new Set(going);
    removal.current = { going: gone, place: ids.findIndex((id) => gone.has(id)) };
  };
}

/** Nowhere, or on the question that is just being closed. */
const isLost = (element: Element | null): boolean =>
  element === null || element === document.body || element.closest('.ant-popover') !== null;

function focusNear(id: number | undefined): void {
  const row = id === undefined ? undefined : rowElement(id);
  const buttons =
    row?.querySelectorAll<HTMLElement>('.row-buttons button') ??
    [...document.querySelectorAll<HTMLElement>('.list-toolbar button:enabled')].filter((each) =>
      each.checkVisibility(),
    );
  (row ? buttons[buttons.length - 1] : buttons[0])?.focus();
}
