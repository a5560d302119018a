import type { Caller } from '#resource';
import { eventStream, type PluginRoute, type StreamEvent } from '#plugin';
import type { TableWatch } from '../events/tableWatch.ts';
import type { Realm } from '../realms/realm.ts';
import type { Gate } from '../table/gate.ts';
import { isAllowed } from '../table/read.ts';

/**
 * Tells open lists that there is something to ask for anew. It names tables whose list the caller may open and nothing of their
 * rows: what the caller sees of those, only the gate says.
 */
export const changeRoute = (gate: Gate, watch: TableWatch, { base }: Pick<Realm, 'base'>): PluginRoute => ({
  method: 'GET',
  url: `${base}/ajax/changes`,
  node: 'signed-in',
  handler: ({ caller, signal, header }) =>
    eventStream(changes(gate, watch, caller, signal, header('last-event-id') !== undefined)),
});

interface Changes {
  /** Paths of tables: `content/article`. */
  readonly tables: readonly string[];
  /** The stream was broken: anything may have changed. */
  readonly missed?: true;
}

async function* changes(
  gate: Gate,
  watch: TableWatch,
  caller: Caller,
  signal: AbortSignal,
  isAgain: boolean,
): AsyncGenerator<StreamEvent> {
  let news = Promise.withResolvers<void>();
  let changed = new Set<string>();
  const wake = (): void => news.resolve();
  signal.addEventListener('abort', wake);
  const unlisten = await watch.listen((tables) => {
    for (const table of tables) changed.add(table);
    wake();
  });
  const event = (data: Changes, turn: number): StreamEvent => ({ id: `${Date.now()}-${turn}`, data });
  try {
    // An id, so that a tab that nobody looks at can give its connection up.
    yield event({ tables: [], ...(isAgain && { missed: true }) }, 0);
    for (let turn = 1; !signal.aborted; turn += 1) {
      await news.promise;
      news = Promise.withResolvers<void>();
      const tables = pathsOf(gate, caller, changed);
      changed = new Set();
      if (tables.length > 0) yield event({ tables }, turn);
    }
  } finally {
    unlisten();
    signal.removeEventListener('abort', wake);
  }
}

const pathsOf = (gate: Gate, caller: Caller, changed: ReadonlySet<string>): string[] =>
  [...changed].flatMap((name) => {
    const model = gate.models.get(name);
    return model && isAllowed(caller, model, 'index') ? [model.path] : [];
  });
