import type { Socket } from 'node:net';

/** What is in memory for a connection. */
export interface Held {
  readonly who: string;
  readonly bytes: number;
  readonly socket: Socket;
}

/** What is oldest of whoever has the most in memory. */
export function heaviestOf<T extends Held>(all: Iterable<T>): T | undefined {
  const sums = new Map<string, { bytes: number; oldest: T }>();
  for (const held of all) {
    const sum = sums.get(held.who);
    if (sum) sum.bytes += held.bytes;
    else sums.set(held.who, { bytes: held.bytes, oldest: held });
  }
  let heaviest: { bytes: number; oldest: T } | undefined;
  for (const sum of sums.values()) if (!heaviest || sum.bytes > heaviest.bytes) heaviest = sum;
  return heaviest?.oldest;
}
