import { useEffect, type RefObject } from 'react';

/** Milliseconds after which the directories around an entry have opened (antd takes 200). */
const opening = 300;

/** Scrolls the menu, and nothing around it, to the entry of the page that is shown, wherever that was opened from. */
export function useSelectedInSight(menu: RefObject<HTMLElement | null>, selected: string): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      const entry = menu.current?.querySelector('.ant-menu-item-selected')?.getBoundingClientRect();
      if (entry) menu.current!.scrollTop += pixelsTo(entry, menu.current!.getBoundingClientRect());
    }, opening);
    return () => clearTimeout(timer);
  }, [menu, selected]);
}

/** How far an entry is out of sight, below or, negative, above. */
function pixelsTo(entry: DOMRect, menu: DOMRect): number {
  return Math.max(0, entry.bottom - menu.bottom) + Math.min(0, entry.top - menu.top);
}
