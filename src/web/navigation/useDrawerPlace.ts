import { useEffect, useState, type Ref } from 'react';
import { useTabFrame } from './tabScope.ts';

interface Place {
  readonly getContainer?: () => HTMLElement;
  readonly rootStyle?: { readonly position: 'absolute' };
  readonly focusable?: { readonly trap: false };
  readonly panelRef?: Ref<HTMLDivElement>;
}

/**
 * What a drawer or dialog needs to stand in its tab. While it is open, the focus cannot go to what it covers, but to the
 * header and the menu, which it does not cover. On a phone it covers the window, and keeps the focus.
 */
export function useDrawerPlace(open: boolean): Place {
  const frame = useTabFrame();
  const [panel, setPanel] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!open || !frame || !panel) return;
    // The library says of all that they are.
    panel.setAttribute('aria-modal', 'false');
    const covered = [...frame.children].filter(
      (each): each is HTMLElement => each instanceof HTMLElement && !each.inert && !each.contains(panel),
    );
    for (const each of covered) each.inert = true;
    return () => {
      for (const each of covered) each.inert = false;
    };
  }, [open, frame, panel]);
  if (!frame) return {};
  return {
    getContainer: () => frame,
    rootStyle: { position: 'absolute' },
    focusable: { trap: false },
    panelRef: setPanel,
  };
}
