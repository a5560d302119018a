import { useSyncExternalStore } from 'react';

/** Something that somebody must agree to. */
export interface Asked {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly no: string;
  readonly answer: (agreed: boolean) => void;
}

const listeners = new Set<() => void>();
let asked: Asked | undefined;

function set(next: Asked | undefined): void {
  asked = next;
  for (const listener of listeners) listener();
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks before something is lost; false when the question is closed or another one takes its place. */
export function ask(question: Omit<Asked, 'answer'>): Promise<boolean> {
  asked?.answer(false);
  return new Promise((resolve) => {
    set({ ...question, answer: (agreed) => {
      set(undefined);
      resolve(agreed);
    } });
  });
}
export const useAsked = (): Asked | undefined => useSyncExternalStore(subscribe, () => asked);
