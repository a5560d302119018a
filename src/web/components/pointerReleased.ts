/** Milliseconds after which nobody waits any longer: by then it is no click. */
const longest = 1000;

/** Settles when what is pressed now is released; absent while nothing is. */
let release: Promise<void> | undefined;

/**
 * Waits until no button of a mouse, finger or pen is down, at most a second; right away, where none is. What comes or goes
 * between press and release moves the button that was pressed, and its click is lost.
 */
export const pointerReleased = (): Promise<void> => release ?? Promise.resolve();

// Before anything that is pressed hears of it.
window.addEventListener('pointerdown', press, { capture: true });

function press(): void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const ends = new AbortController();
  const timer = setTimeout(end, longest);
  for (const name of ['pointerup', 'pointercancel'])
    window.addEventListener(name, end, { capture: true, signal: ends.signal });
  release = promise;

  function end(): void {
    clearTimeout(timer);
    ends.abort();
    if (release === promise) release = undefined;
    resolve();
  }
}
