/** Milliseconds after which nobody waits any longer: by then it is no click. */
const longest = 1000;

/** Settles when what was pressed last is released. */
let release = Promise.resolve();

/**
 * Waits until no button of a mouse, finger or pen is down, at most a second; right away, where none is. What comes or goes
 * between press and release moves the button that was pressed, and its click is lost.
 */
export const pointerReleased = (): Promise<void> => release;

// Before anything that is pressed hears of it.
window.addEventListener(
  'pointerdown',
  () => {
    release = new Promise((resolve) => {
      const signal = AbortSignal.timeout(longest);
      const end = (): void => resolve();
      signal.addEventListener('abort', end);
      for (const name of ['pointerup', 'pointercancel'])
        window.addEventListener(name, end, { capture: true, once: true, signal });
    });
  },
  { capture: true },
);
