import { onFirstUse } from '../loading/onFirstUse.ts';
import { stream } from './streams.ts';

/** By the names of the events; those of changed tables have none. */
interface News {
  readonly message: { readonly tables: readonly string[]; readonly missed?: true };
  readonly notices: { readonly unread: number; readonly last: number };
  /** Who else is at a record at which the person is. */
  readonly presence: { readonly path: string; readonly id: number; readonly people: readonly PersonThere[] };
}
export interface PersonThere {
  readonly id: number;
  readonly name: string;
  readonly doing: 'view' | 'edit';
}
type Name = keyof News;
interface Watch {
  readonly listeners: Map<string, Set<(data: never) => void>>;
  /** Of the states. */
  readonly latest: Map<string, never>;
  readonly ended: AbortController;
}
/** Events that say how something is: who begins to listen hears the latest. */
const states: readonly string[] = ['notices'] satisfies Name[];
/** Milliseconds after which the stream begins though nobody has used the page: its rows come first, with nothing beside them. */
const patience = 10_000;
/** Milliseconds in which a stream that nobody's use has begun is there: then pages ask once for what has changed until then. */
const settling = 1000;
/** Milliseconds until a stream that has ended, or was refused, is opened again. */
const pause = 30_000;
/** By the base of the realm: one stream for all of this tab, and one connection for all tabs of the browser. */
const watches = new Map<string, Watch>();

/** Calls back with what the server tells the one who is signed in of this. Returns how to stop. */
export function onNews<N extends Name>(base: string, name: N, heard: (data: News[N]) => void): () => void {
  const watch = watches.get(base) ?? begin(base);
  const all = watch.listeners.get(name) ?? new Set();
  watch.listeners.set(name, all.add(heard));
  const latest = watch.latest.get(name);
  if (latest !== undefined) heard(latest);
  return () => {
    all.delete(heard);
    if (all.size === 0) watch.listeners.delete(name);
    if (watch.listeners.size > 0 || watches.get(base) !== watch) return;
    watches.delete(base);
    watch.ended.abort();
  };
}

function begin(base: string): Watch {
  const watch: Watch = { listeners: new Map(), latest: new Map<string, never>(), ended: new AbortController() };
  watches.set(base, watch);
  const { signal } = watch.ended;
  const tell = (event: string, told: never): void => {
    if (states.includes(event)) watch.latest.set(event, told);
    for (const heard of watch.listeners.get(event) ?? []) heard(told);
  };
  const listen = async (): Promise<void> => {
    for await (const { event, data } of stream(`${base}/ajax/changes`, { signal, shared: true, states }))
      tell(event, JSON.parse(data) as never);
  };
  let hasBegun = false;
  const start = async (): Promise<void> => {
    if (hasBegun || signal.aborted) return;
    hasBegun = true;
    // Without it pages stay as they are until somebody reloads them.
    while (!signal.aborted) {
      await listen().catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  };
  const stopWaiting = onFirstUse(start);
  let timer = setTimeout(() => {
    if (hasBegun) return;
    void start().catch(() => {});
    timer = setTimeout(
      () => tell('message', { tables: [], missed: true } satisfies News['message'] as never),
      settling,
    );
  }, patience);
  signal.addEventListener('abort', () => {
    stopWaiting();
    clearTimeout(timer);
  });
  return watch;
}
