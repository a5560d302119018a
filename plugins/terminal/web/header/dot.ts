import { owner, placeOf } from './owner.ts';

/** Whether tasks were added that nobody has seen; known before the queue is loaded. */
let isShown = storedState().showDot === true;
const listeners = new Set<() => void>();

export const dot = {
  isShown: (): boolean => isShown,
  show(value: boolean): void {
    if (value === isShown) return;
    isShown = value;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

owner.subscribe(() => dot.show(storedState().showDot === true));

/** Whether there are tasks of another visit, which may still run or wait. */
export const hasTasks = (): boolean => (storedState().taskList ?? []).length > 0;

function storedState(): { readonly showDot?: unknown; readonly taskList?: readonly unknown[] } {
  const person = owner.person();
  if (person === undefined) return {};
  try {
    return (JSON.parse(localStorage.getItem(placeOf(person)) ?? '{}') ?? {}) as object;
  } catch {
    return {};
  }
}
