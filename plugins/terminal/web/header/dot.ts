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

/** Whether there are tasks of another visit, which may still run or wait. */
export const hasTasks = (): boolean => (storedState().taskList ?? []).length > 0;

function storedState(): { readonly showDot?: unknown; readonly taskList?: readonly unknown[] } {
  try {
    return (JSON.parse(localStorage.getItem('storeTerminal') ?? '{}') ?? {}) as object;
  } catch {
    return {};
  }
}
