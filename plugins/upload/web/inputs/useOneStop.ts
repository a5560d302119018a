import { useState, type KeyboardEvent } from 'react';

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/**
 * One stop of the Tab key for a list of files: arrow keys, Home and End go from file to file, and Delete removes the one
 * in focus. The buttons of a file are reached from it by Tab. Each file gets what `of` returns, for its main button.
 */
export function useOneStop(addresses: readonly string[]) {
  const count = addresses.length;
  const [at, setAt] = useState({ address: '', place: 0 });
  // It goes along with the file when that is moved, and to the next one when it is removed.
  const own = addresses.indexOf(at.address);
  const stop = own < 0 ? Math.min(at.place, Math.max(0, count - 1)) : own;

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const { key, currentTarget } = event;
    const list = currentTarget.closest('ul')!;
    const focus = (place: number): void => list.querySelectorAll<HTMLElement>('button.upload-shown')[place]?.focus();
    // What follows takes its place (`useFocusRestore`).
    if (key === 'Delete') currentTarget.closest('li')!.querySelector<HTMLElement>('.upload-remove')?.click();
    else if (steps[key]) focus((stop + steps[key] + count) % count);
    else if (key === 'Home' || key === 'End') focus(key === 'Home' ? 0 : count - 1);
    else return;
    event.preventDefault();
  };
  return {
    of: (place: number) => ({
      tabIndex: place === stop ? 0 : -1,
      onFocus: () => setAt({ address: addresses[place]!, place }),
      onKeyDown,
    }),
  };
}
