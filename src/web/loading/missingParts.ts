import { withLock } from './withLock.ts';
import { readStored, store } from '../settings/storage.ts';

/** Thrown for a part of the application that took too long to come. */
class LatePart extends Error {}

/** What Chromium, Firefox and Safari say of a module that they could not fetch. */
const fetchFailures = /dynamically imported module|importing a module script failed/i;

/**
 * Whether this was thrown because a part of the application could not be fetched; a part that throws while it runs is
 * there.
 */
export const isMissingPart = (error: unknown): boolean =>
  error instanceof LatePart || (error instanceof Error && fetchFailures.test(error.message));

/** Milliseconds for which a part may be on its way. */
const patience = 45_000;
/** Milliseconds before the second try, drawn anew each time so that tabs do not ask together. */
const pause = { least: 300, most: 1_200 };
/** Milliseconds for which a second try that failed in one tab counts in all others. */
const memory = 5_000;
const key = 'partMissing';

/**
 * Fetches a part, with one more try by itself when it cannot be fetched. However many tabs miss parts at the same time, one
 * of them makes that second try, and the others go by what came of it.
 */
export async function fetchPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await inTime(load());
  } catch (error) {
    // Asking again does not make a slow part faster: it is on its way still.
    if (!isMissingPart(error) || error instanceof LatePart || !navigator.onLine) throw error;
    await sleep(pause.least + Math.random() * (pause.most - pause.least));
    return withLock('missing part', () => tryAgain(load, error));
  }
}

async function tryAgain<T>(load: () => Promise<T>, failure: unknown): Promise<T> {
  const age = Date.now() - Number(readStored(key) ?? 0);
  if (age >= 0 && age < memory) throw failure;
  try {
    return await inTime(load());
  } catch (error) {
    if (isMissingPart(error)) store(key, String(Date.now()));
    throw error;
  }
}

async function inTime<T>(part: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LatePart(`A part of the page did not come within ${patience} ms.`)), patience);
  });
  try {
    return await Promise.race([part, late]);
  } finally {
    clearTimeout(timer);
  }
}

const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
