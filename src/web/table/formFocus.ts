import { useEffect, type RefObject } from 'react';

const controls =
  'input:enabled, textarea:enabled, [contenteditable="true"], [role="group"] button:enabled, .ant-form-item-control button:enabled';

/**
 * Lets a form that has just been opened be typed in at once; not where that would bring up a keyboard over it. `first`: selector
 * of what gets the focus.
 */
export function useFirstFocus(place: RefObject<HTMLElement | null>, ready: boolean, first = controls): void {
  useEffect(() => {
    if (!ready || hasNoKeyboard()) return;
    // After the drawer, which takes the focus when it opens.
    const timer = setTimeout(() => focusIn(place.current, first));
    return () => clearTimeout(timer);
  }, [place, ready, first]);
}

/** The same for what in a form has just gone with the focus in it. */
export const focusForm = (form: HTMLElement | null): void => {
  if (!hasNoKeyboard()) focusIn(form);
};

const hasNoKeyboard = (): boolean => matchMedia('(hover: none)').matches;

/** Shows a field whole, its label and message too, and gives it the focus. */
export function focusField(form: HTMLElement | null, name: string): void {
  const item = form?.querySelector(`[id="${CSS.escape(name)}"]`)?.closest<HTMLElement>('.ant-form-item');
  item?.scrollIntoView({ behavior: 'smooth', block: 'nearest' });
  focusIn(item);
}

const focusIn = (place: HTMLElement | null | undefined, first = controls): void =>
  place?.querySelector<HTMLElement>(first)?.focus({ preventScroll: true });
