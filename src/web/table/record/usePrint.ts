import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { useTabScope } from '../../navigation/tabScope.ts';

/** Milliseconds after which the page is printed as it is, whatever is still to come. */
const patience = 10_000;

interface Printing {
  /** Of the page. */
  readonly page: RefObject<HTMLElement | null>;
  /** What waits to be looked at is to be there, too. */
  readonly isWhole: boolean;
  readonly print: () => void;
}

/** Prints a page with all that stands behind its tabs, once that is loaded: by a call, and by the keys of the browser. */
export function usePrint(): Printing {
  const page = useRef<HTMLElement>(null);
  const [asked, ask] = useState(0);
  const { isShown } = useTabScope();
  const print = (): void => ask((times) => times + 1);
  const press = useEffectEvent((event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (!(ctrlKey || metaKey) || altKey || shiftKey || key.toLowerCase() !== 'p' || !isShown()) return;
    event.preventDefault();
    print();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => press(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
  useEffect(() => {
    const element = page.current;
    if (asked === 0 || !element) return;
    const printNow = (): void => {
      stop();
      window.print();
    };
    const printOnceThere = (): void => {
      if (!element.querySelector('.record-related .list-skeleton')) printNow();
    };
    const observer = new MutationObserver(printOnceThere);
    const timer = setTimeout(printNow, patience);
    const stop = (): void => {
      observer.disconnect();
      clearTimeout(timer);
    };
    observer.observe(element, { childList: true, subtree: true });
    printOnceThere();
    return stop;
  }, [asked]);
  return { page, isWhole: asked > 0, print };
}
