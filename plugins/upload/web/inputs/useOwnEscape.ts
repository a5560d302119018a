import { useEffect, useRef } from 'react';

const keep = (event: KeyboardEvent): void => {
  if (event.key === 'Escape') event.stopPropagation();
};

/** Between `begin` and `end`, Escape is for what is moved, and does not close the form around it, which listens at the window. */
export function useOwnEscape() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = (): void => document.removeEventListener('keydown', keep);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      stop();
    },
    [],
  );
  return {
    begin: (): void => {
      clearTimeout(timer.current);
      document.addEventListener('keydown', keep);
    },
    // Afterwards: the key that ends it is still on its way to the window.
    end: (): void => {
      timer.current = setTimeout(stop);
    },
  };
}
