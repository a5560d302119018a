import { LRUCache } from 'lru-cache';
import { sql } from 'kysely';
import type { ValueWatcher } from '#plugin';
import type { Caller, Enqueue, FieldMap, Language, Model, Problem, Rows } from '#resource';
import { withCurrentRights } from '../realms/currentRights.ts';
import type { Database } from '../database/database.ts';
import { tableCalls, type TableCalls } from './actions/index.ts';
import { chosenIds } from './actions/matching.ts';
import { runAction } from './actions/own.ts';
import type { CallContext, TableCall } from './actions/tableCall.ts';
import type { Exported } from './export/exportRows.ts';
import type { Gate } from './gate.ts';
import type { Say } from './import/importState.ts';
import { receiveFile } from './import/receive.ts';
import { runImport } from './import/runImport.ts';
import { importResults } from './import/storedImport.ts';
import type { Translate } from './fieldLabel.ts';
import { namingField } from './namedField.ts';
import { findNames } from './nameSearch.ts';
import { Figures } from './query/figures.ts';
import { groupsOf } from './query/groups.ts';
import { assertMay, Reader } from './read.ts';
import { erasePersonalRows, personalRows } from './personalData.ts';
import { rowsOf } from './rows.ts';
import { menuViewsOf, savedViewsOf } from './saved/savedViews.ts';
import { transact } from './transact.ts';
import type { Sealer } from '../shared/sealer.ts';
import { listenerOf } from './traits/index.ts';
import { addRows } from './write/addRows.ts';
import type { BulkEditEvent } from './write/bulkEditEvent.ts';
import { mostEdited } from './write/bulkEdit.ts';
import { orStale } from './write/changes.ts';
import { editRow, onlyId } from './write/save.ts';
import { inTransaction, type RowListener, type Transaction, type WriteContext } from './write/transaction.ts';

export interface GateParts {
  readonly database: Database;
  readonly models: readonly Model[];
  readonly translate: Translate;
  /** A message in a language; its key when left out. */
  readonly say?: Say;
  /** What a refusal says to people; its key when left out. */
  explain?(language: Language, problem: Problem): string;
  hashPassword(password: string): Promise<string>;
  log(message: string, error: unknown): void;
  /** Unix seconds; the clock when left out. */
  now?(): number;
  readonly written?: RowListener;
  /** Adds jobs within a transaction; without it there are none. */
  enqueueIn?(tx: Transaction): Enqueue;
  readonly watchers?: readonly ValueWatcher[];
  /** Rows that a bulk edit changes in one transaction; `mostEdited` when left out. */
  readonly together?: number;
  /** Keeps what actions answered for a call that is sent again; without it they answer nothing then. */
  readonly sealer?: Pick<Sealer, 'seal' | 'open'>;
  /** Told of every export of rows, once it has ended. */
  exported?(event: Exported): Promise<void>;
  /** Told of every bulk edit that can be undone, and of its undoing. */
  bulkEdited?(event: BulkEditEvent): Promise<void>;
}

/** Whatever plugins know of people, they know nothing of the system. */
const nothingKnown = new Proxy({}, { get: (_none, name) => (typeof name === 'symbol' ? undefined : null) });

/** The system as a caller: bound by no rule. */
export const system: Caller = {
  realm: 'system',
  id: 0,
  username: '',
  super: true,
  groups: [],
  below: { groups: [], admins: [] },
  rules: [],
  attributes: nothingKnown as Caller['attributes'],
  language: 'zh-cn',
  ip: '',
  userAgent: '',
  may: () => true,
};

/** The gate over these tables, which must exist in the database. */
export function createGate({
  database,
  models,
  translate,
  say = (_language, { key }) => key,
  explain = (_language, { key }) => key,
  hashPassword,
  log,
  now = () => Math.floor(Date.now() / 1000),
  written,
  enqueueIn = noJobs,
  watchers = [],
  exported = async () => {},
  bulkEdited = async () => {},
  sealer,
  together = mostEdited,
}: GateParts): Gate {
  const byName = new Map(models.map((model) => [model.name, model]));
  const paged = models.filter(({ definition }) => definition.page !== false);
  const byController = new Map(
    paged.flatMap((model) =>
      [model.controller, model.otherController ?? []].flat().map((name) => [name.toLowerCase(), model] as const),
    ),
  );
  const longCheck = { isTaken: false };
  const ctx: WriteContext = {
    dialect: database.dialect,
    models: byName,
    database,
    hashPassword,
    log,
    now,
    translate,
    explain,
    written: listenerOf(() => ctx, written, watchers),
    texts: new LRUCache({ max: 500 }),
    single: new LRUCache({ max: 500 }),
    enqueueIn,
    together,
    bulkEdited,
    ...(sealer && { sealer }),
    rowsIn: (model, tx) => rowsOf(ctx, model, system, { tx }),
  };
  const reader = new Reader(database, ctx, ctx.single, now);
  const figures = new Figures(ctx, database);

  const context: CallContext = { write: ctx, reader, translate, say, exported };
  const calls = methodsOf(context);

  return {
    ...calls,
    models: byName,
    modelAt: (controller) => byController.get(controller.toLowerCase()),
    level: (caller, model, pid, fields) => reader.level(caller, model, pid, fields),
    pathTo: (caller, model, id, most) => reader.pathTo(caller, model, id, most),
    findNames: (caller, word, milliseconds) => findNames(ctx, database, caller, word, milliseconds),
    savedViews: (caller, model) => savedViewsOf(ctx, caller, model),
    importResults: (ids) => importResults(database.read, ids),
    menuViews: (caller) => menuViewsOf(ctx, caller),
    total: (caller, model) => reader.total(caller, model),
    async figure(caller, model, figure) {
      assertMay(caller, model, 'index');
      return figures.figure(caller, model, figure);
    },
    async perDay(caller, model, starts, where, sum) {
      assertMay(caller, model, 'index');
      return figures.perDay(caller, model, starts, where, sum);
    },
    async groups(caller, model, parameters) {
      assertMay(caller, model, 'index');
      try {
        return await groupsOf(ctx, database, caller, model, parameters);
      } catch (error) {
        throw namingField(ctx, caller, model, error);
      }
    },
    act: (given, model, name, { ids, ...input } = {}) =>
      acting(given, model, name, async (caller) => {
        const action = model.actions.get(name)!;
        const chosen = ids && { ids: await chosenIds(context, caller, model, ids) };
        return runAction(ctx, caller, model, action, { ...input, ...chosen });
      }),
    serve(name, model, request, base) {
      const call = anyCalls[name];
      const method = calls[name] as AnyMethod;
      const output = method(request.caller, model, ...call.input(request, base));
      return call.answer ? answered(output, (each) => call.answer!(each, context, request.caller, model)) : output;
    },
    editIn: (store, given, model, body, seen) =>
      acting(given, model, 'edit', async (caller) => {
        await orStale(editRow(ctx, caller, model, 1, body, onlyId, { store }), () => seen(caller));
        return seen(caller);
      }),
    async secret(model, id, field) {
      const { rows } = await sql<{
        hash: string | null;
      }>`SELECT ${sql.ref(field)} AS hash FROM ${sql.table(model.name)} WHERE id = ${id}`.execute(database.read);
      return rows[0]?.hash ?? undefined;
    },
    forget() {
      reader.forget();
      figures.forget();
      ctx.texts.clear();
      ctx.single.clear();
    },
    async addAll(name, rows) {
      const model = modelNamed(byName, name);
      await inTransaction(ctx, system, model, undefined, (tx) =>
        addRows(ctx, system, model, rows as readonly Readonly<Record<string, unknown>>[], tx),
      );
    },
    rowsIn: (name, write) =>
      rowsOf(ctx, modelNamed(byName, name), system, { tx: { ...write, now: ctx.now(), after: [] } }) as never,
    rowsFor: (name, caller) => rowsOf(ctx, modelNamed(byName, name), caller, { nodes: true }),
    transact: (caller, work) => transact(ctx, caller, work),
    receive: (caller, model, file) => withCurrentRights(caller, (current) => receiveFile(ctx, current, model, file)),
    runImport: (data, signal, told) => runImport({ ...told, ctx, longCheck }, data, signal),
    personal: {
      rows: (account) => personalRows(ctx, system, account),
      erase: (account, also) => erasePersonalRows(ctx, system, account, also),
    },
    modelOf: (name) => modelNamed(byName, name),
    rows: (name, caller = system) => rowsOf(ctx, modelNamed(byName, name), caller) as never,
    rowsOf: (model, caller = system): Rows<FieldMap> => rowsOf(ctx, model, caller),
  };
}

// Each call has types of its own, which the methods of the gate have again (`gate.ts`); here all are called alike.
const anyCalls = tableCalls as unknown as Readonly<Record<keyof TableCalls, TableCall<readonly unknown[], unknown>>>;
type AnyMethod = (caller: Caller, model: Model, ...input: readonly unknown[]) => unknown;

/** The calls of the table controller as methods of the gate. */
function methodsOf(context: CallContext): Pick<Gate, keyof TableCalls> {
  const methods = Object.entries(anyCalls).map(([key, call]): [string, AnyMethod] => {
    if (!call.writes) return [key, (caller, model, ...input) => call.run(context, caller, model, ...input)];
    return [
      key,
      (given, model, ...input) =>
        acting(given, model, call.node ?? call.name, async (caller) => call.run(context, caller, model, ...input)),
    ];
  });
  return Object.fromEntries(methods) as unknown as Pick<Gate, keyof TableCalls>;
}

const noJobs = (): Enqueue => () => Promise.reject(new Error('There are no jobs here.'));

const answered = async (output: unknown, answer: (output: unknown) => unknown): Promise<unknown> =>
  answer(await output);

/** An action on rows, by whoever owns its node when it is committed. */
const acting = <T>(
  given: Caller,
  model: Model,
  action: string,
  operation: (caller: Caller) => Promise<T>,
): Promise<T> =>
  withCurrentRights(given, async (caller) => {
    assertMay(caller, model, action);
    return operation(caller);
  });

function modelNamed(models: ReadonlyMap<string, Model>, name: string): Model {
  const model = models.get(name);
  if (!model) throw new Error(`There is no table "${name}".`);
  return model;
}
