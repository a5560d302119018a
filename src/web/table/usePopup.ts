import { useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';

/**
 * Something small that a button opens, to be left by the keyboard too: Escape closes it and gives the focus back to the
 * button; it also goes as soon as the focus is elsewhere.
 */
export function usePopup() {
  const around = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  const isOpen = useRef(false);
  const [times, setTimes] = useState(0);
  const show = (next: boolean): void => {
    isOpen.current = next;
    setOpen(next);
  };
  const onOpenChange = (next: boolean): void => {
    show(next);
    if (next) setTimes(times + 1);
  };
  const close = (): void => {
    show(false);
    around.current?.querySelector('button')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !open) return;
    event.stopPropagation();
    close();
  };
  // What is open stands elsewhere in the document; React tells of its events here all the same.
  const onBlur = ({ relatedTarget: next }: FocusEvent): void => {
    if (next && !around.current?.contains(next) && !next.closest('.ant-popover')) show(false);
  };
  // What takes the focus as it is drawn has to be drawn anew each time: after it has gone, and while it still goes.
  return {
    popup: { open, onOpenChange, destroyOnHidden: true },
    fresh: { key: times },
    /** At this moment, which what is drawn may not show yet. */
    isOpen,
    close,
    around: { ref: around, className: 'popup-place', onKeyDown, onBlur },
  };
}
