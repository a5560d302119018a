import NProgress from 'nprogress';
import { useEffect, useState } from 'react';
import { createStore } from 'zustand/vanilla';

// Minimum and speed of specification §9.
NProgress.configure({
  minimum: 0.08,
  trickleSpeed: 800,
  showSpinner: false,
  template: '<div class="bar"></div>',
  barSelector: '.bar',
});

/** How many things the page at hand still waits for. */
const waiting = createStore(() => 0);
/** A bar that is done takes a while to go, and would take along one that began meanwhile. */
let isLeaving = false;

/** Something is on its way: the bar at the top runs until all that began has ended. */
function beginWaiting(): () => void {
  change(1);
  if (waiting.getState() === 1) begin();
  let hasEnded = false;
  return () => {
    if (hasEnded) return;
    hasEnded = true;
    change(-1);
    if (waiting.getState() > 0 || isLeaving) return;
    isLeaving = true;
    NProgress.done();
    next();
  };
}

/**
 * Begins in the next frame, if something is still waited for: it measures the bar, for which a page that is being drawn would be
 * laid out once more.
 */
function begin(): void {
  requestAnimationFrame(() => {
    if (waiting.getState() > 0 && !isLeaving && !NProgress.isStarted()) NProgress.start();
  });
}

/** Begins once more when the bar before has gone. */
function next(): void {
  if (NProgress.isRendered()) return void setTimeout(next, 20);
  isLeaving = false;
  begin();
}

const change = (by: number): void => waiting.setState((before) => before + by);

/**
 * Whether somebody who looks at the page waits for it. Not with `useStore`: React draws a whole page once more, and in one go,
 * where such a store changes while it is being drawn, which is when waiting ends.
 */
export function useIsWaiting(): boolean {
  const [isWaiting, setWaiting] = useState(() => waiting.getState() > 0);
  useEffect(() => {
    const look = (): void => setWaiting(waiting.getState() > 0);
    look();
    return waiting.subscribe(look);
  }, []);
  return isWaiting;
}

/**
 * Waits until the promise has settled and what came of it has been painted; a page may be drawing now, so it begins
 * right after.
 */
export function waitFor<T>(promise: Promise<T>): Promise<T> {
  queueMicrotask(() => {
    const end = beginWaiting();
    void promise.catch(() => {}).then(() => requestAnimationFrame(() => setTimeout(end)));
  });
  return promise;
}

/** Waits as long as this is drawn. */
export const useWaiting = (): void => useEffect(beginWaiting, []);

/** Every change of address counts as waiting until what it shows has been painted. */
export function useNavigationProgress(address: string): void {
  useEffect(() => {
    const end = beginWaiting();
    const frame = requestAnimationFrame(() => setTimeout(end));
    return () => {
      cancelAnimationFrame(frame);
      end();
    };
  }, [address]);
}
