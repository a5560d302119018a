import { Dropdown, type DropdownProps } from 'antd';
import type { ReactNode } from 'react';

/**
 * antd's menu under a button, whose first entry has the focus as soon as it is drawn: antd gives it some frames later, and
 * keys that come meanwhile would reach the button and close the menu again.
 */
export const FocusedMenu = (props: Omit<DropdownProps, 'autoFocus' | 'popupRender' | 'destroyOnHidden'>) => (
  // Made anew each time it opens, so that its first entry is drawn anew.
  <Dropdown {...props} autoFocus destroyOnHidden popupRender={focused} />
);

const focused = (menu: ReactNode) => <div ref={focusFirst}>{menu}</div>;

/** After the menu has got its place in the document, which is in the same turn, before any other key. */
function focusFirst(place: HTMLDivElement | null): void {
  queueMicrotask(() =>
    place?.querySelector<HTMLElement>('[role="menuitem"]:not([aria-disabled="true"])')?.focus({ preventScroll: true }),
  );
}
