/** Where the terminal is stored (specification §3): of whoever has kept something first. What others add is kept beside it. */
const storeKey = 'storeTerminal';
const firstKey = `${storeKey}Owner`;

let person: string | undefined;
const listeners = new Set<() => void>();

/** Whose tasks are shown and run: nobody starts what somebody else has added, nor whom they are signed in as. */
export const owner = {
  person: (): string | undefined => person,
  /** From now on it is this person, or nobody. */
  set(next: string | undefined): void {
    if (next === person) return;
    person = next;
    for (const listener of listeners) listener();
  },
  subscribe: (listener: () => void): void => void listeners.add(listener),
};

/** Where this person's tasks are. Throws where nothing may be stored. */
export function placeOf(whose: string): string {
  const first = localStorage.getItem(firstKey);
  return first === null || first === whose ? storeKey : `${storeKey}:${whose}`;
}

/** The same, to write there: who is the first has the place of the specification. */
export function claimedBy(whose: string): string {
  if (localStorage.getItem(firstKey) === null) localStorage.setItem(firstKey, whose);
  return placeOf(whose);
}
