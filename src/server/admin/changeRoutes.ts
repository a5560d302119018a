import type { Caller, Model } from '#resource';
import { eventStream, type PluginRoute, type StreamEvent } from '#plugin';
import type { TableWatch } from '../events/tableWatch.ts';
import type { Notices } from '../notices/notices.ts';
import type { Presence, RecordPlace } from '../presence/presence.ts';
import type { Realm } from '../realms/realm.ts';
import type { Gate } from '../table/gate.ts';
import { maySelect } from '../table/read.ts';

export interface ChangeParts {
  readonly gate: Gate;
  readonly watch: TableWatch;
  /** Undefined where there is no bell. */
  readonly notices: Pick<Notices, 'state' | 'listen'> | undefined;
  /** Undefined where nobody is told who else is at a record. */
  readonly presence: Pick<Presence, 'others' | 'listen'> | undefined;
}

/**
 * All that open pages are told, over one connection: that there is something to ask for anew in lists, how many notices the
 * person has not read, and who else is at the records that are open. It names tables that the caller may list or choose from,
 * and nothing of their rows: what the caller sees of those, only the gate says.
 */
export const changeRoute = (parts: ChangeParts, { base }: Pick<Realm, 'base'>): PluginRoute => ({
  method: 'GET',
  url: `${base}/ajax/changes`,
  node: 'signed-in',
  handler: ({ caller, signal, header }) =>
    eventStream(changes(parts, caller, signal, header('last-event-id') !== undefined)),
});

interface Changes {
  /** Paths of tables: `content/article`. */
  readonly tables: readonly string[];
  /** The stream was broken: anything may have changed. */
  readonly missed?: true;
}

async function* changes(
  { gate, watch, notices, presence }: ChangeParts,
  caller: Caller,
  signal: AbortSignal,
  isAgain: boolean,
): AsyncGenerator<StreamEvent> {
  let news = Promise.withResolvers<void>();
  let changed = new Set<string>();
  let records = new Map<string, RecordPlace>();
  let hasNotices = notices !== undefined;
  const wake = (): void => news.resolve();
  signal.addEventListener('abort', wake);
  const unlisten: (() => void)[] = [];
  const event = (data: Changes, turn: number): StreamEvent => ({ id: `${Date.now()}-${turn}`, data });
  try {
    const heard = await watch.listen((tables) => {
      for (const table of tables) changed.add(table);
      wake();
    });
    unlisten.push(heard);
    const rung = await notices?.listen(caller, () => {
      hasNotices = true;
      wake();
    });
    if (rung) unlisten.push(rung);
    const met = await presence?.listen(caller, (record) => {
      records.set(`${record.table} ${record.id}`, record);
      wake();
    });
    if (met) unlisten.push(met);
    // An id, so that a tab that nobody looks at can give its connection up.
    yield event({ tables: [], ...(isAgain && { missed: true }) }, 0);
    for (let turn = 1; !signal.aborted; turn += 1) {
      news = Promise.withResolvers<void>();
      if (hasNotices && notices) {
        hasNotices = false;
        yield { event: 'notices', data: await notices.state(caller) };
      }
      const met = [...records.values()];
      records = new Map();
      for (const record of met) {
        // Other instances may have plugins, and tables, that this one has not.
        const model = gate.models.get(record.table);
        if (!model || !(await isOpen(gate, caller, model, record.id))) continue;
        const people = presence!.others(caller, record);
        yield { event: 'presence', data: { path: model.path, id: record.id, people } };
      }
      const tables = pathsOf(gate, caller, changed);
      changed = new Set();
      if (tables.length > 0) yield event({ tables }, turn);
      await news.promise;
    }
  } finally {
    for (const end of unlisten) end();
    signal.removeEventListener('abort', wake);
  }
}

const pathsOf = (gate: Gate, caller: Caller, changed: ReadonlySet<string>): string[] =>
  [...changed].flatMap((name) => {
    const model = gate.models.get(name);
    return model && maySelect(gate, caller, model) ? [model.path] : [];
  });

/** Whether the caller may read the row, as when they came to it. */
const isOpen = (gate: Gate, caller: Caller, model: Model, id: number): Promise<boolean> =>
  gate.read(caller, model, id).then(
    () => true,
    () => false,
  );
