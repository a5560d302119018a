let running = 0;
const waiting = new Set<() => void>();

/** Counts a call of the server until it has ended. */
export async function counted<T>(call: Promise<T>): Promise<T> {
  running += 1;
  try {
    return await call;
  } finally {
    running -= 1;
    setTimeout(look, pause);
  }
}

/** Milliseconds without a call after which what came of the last one has been drawn. */
const pause = 100;
/** Milliseconds after which nobody waits for calls any more. */
const patience = 8_000;

/** Does this once when no call of the server is on its way, or after a while. */
export function whenQuiet(act: () => void): void {
  const once = (): void => {
    if (waiting.delete(once)) act();
  };
  waiting.add(once);
  setTimeout(look, pause);
  setTimeout(once, patience);
}

function look(): void {
  if (running > 0) return;
  for (const act of waiting) act();
}
