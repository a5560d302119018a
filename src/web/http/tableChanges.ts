import { onFirstUse } from '../loading/onFirstUse.ts';
import { stream } from './streams.ts';

interface Changes {
  readonly tables: readonly string[];
  readonly missed?: true;
}
interface Watch {
  readonly listeners: Map<string, Set<() => void>>;
  readonly ended: AbortController;
}
/** Milliseconds after which the stream begins though nobody has used the page: its rows come first, with nothing beside them. */
const patience = 10_000;
/** By the base of the realm: one stream for all lists of this tab, and one connection for all tabs of the browser. */
const watches = new Map<string, Watch>();

/** Calls back when rows of the table may have changed, as the server tells the one who is signed in. Returns how to stop. */
export function onTableChange(base: string, path: string, changed: () => void): () => void {
  const watch = watches.get(base) ?? begin(base);
  const all = watch.listeners.get(path) ?? new Set();
  watch.listeners.set(path, all.add(changed));
  return () => {
    all.delete(changed);
    if (all.size === 0) watch.listeners.delete(path);
    if (watch.listeners.size > 0 || watches.get(base) !== watch) return;
    watches.delete(base);
    watch.ended.abort();
  };
}

function begin(base: string): Watch {
  const watch: Watch = { listeners: new Map(), ended: new AbortController() };
  watches.set(base, watch);
  const { signal } = watch.ended;
  const listen = async (): Promise<void> => {
    for await (const { data } of stream(`${base}/ajax/changes`, { signal, shared: true })) {
      const { tables, missed } = JSON.parse(data) as Changes;
      for (const [path, listeners] of watch.listeners)
        if (missed || tables.includes(path)) for (const listener of listeners) listener();
    }
  };
  let hasBegun = false;
  const start = async (): Promise<void> => {
    if (hasBegun || signal.aborted) return;
    hasBegun = true;
    // Without it lists stay as they are until somebody reloads them.
    await listen();
  };
  const stopWaiting = onFirstUse(start);
  const timer = setTimeout(() => void start().catch(() => {}), patience);
  signal.addEventListener('abort', () => {
    stopWaiting();
    clearTimeout(timer);
  });
  return watch;
}
