import { useEffect, useEffectEvent } from 'react';

/** Key in the state of an entry of the browser's history that only stands for something open on the page. */
const key = 'closes';
const markHere = (): unknown => (history.state as Record<string, unknown> | null)?.[key];
let marks = 0;

/**
 * While it is active, going back closes what is open instead of leaving the page: for what takes the whole screen of a phone.
 * Whoever is asked first and stays can go back once more; what is closed otherwise leaves no entry behind.
 */
export function useBackCloses(isActive: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isActive) return;
    const mark = `${Date.now()} ${(marks += 1)}`;
    // The router's own state stays in it: to the router it is the same page.
    const push = (): void => history.pushState({ ...(history.state as object | null), [key]: mark }, '');
    const { pathname } = location;
    push();
    let before: unknown = mark;
    const listen = (): void => {
      const now = markHere();
      // Of several the innermost only, whose entry has just been left; not where somebody has gone further back.
      if (before === mark && now !== mark && location.pathname === pathname) {
        push();
        close();
      }
      before = markHere();
    };
    addEventListener('popstate', listen);
    return () => {
      removeEventListener('popstate', listen);
      if (markHere() === mark) history.back();
    };
  }, [isActive]);
}
