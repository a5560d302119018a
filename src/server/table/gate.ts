import type { AnyRow, Caller, FieldMap, FieldsOf, Model, Rows, SavedViews, TableName, Where } from '#resource';
import type { ErasedData, GroupParameters, PersonalAccount, RowGroups } from '#plugin';
import type { Write } from '../database/database.ts';
import type { RouteRequest } from '../http/route.ts';
import type { LevelRow } from './answers.ts';
import type { TableCalls } from './actions/index.ts';
import type { Choice } from './actions/input.ts';
import type { ActionAnswer, ActionInput } from './actions/own.ts';
import type { TableCall } from './actions/tableCall.ts';
import type { ReceivedFile } from './import/receive.ts';
import type { ImportJob } from './import/importRows.ts';
import type { ImportParts } from './import/runImport.ts';
import type { importResults } from './import/storedImport.ts';
import type { NamesFound } from './nameSearch.ts';
import type { Figure } from './query/figures.ts';
import type { erasePersonalRows, personalRows } from './personalData.ts';
import type { Body } from './write/body.ts';
import type { MenuView } from './saved/savedViews.ts';
import type { RowStore } from './write/rowStore.ts';
import type { TableTransaction } from './transact.ts';

export type { HistoryEntry } from './answers.ts';

/** The calls of the table controller as methods: `actions/<name>.ts` says what each takes, does and gives. */
type Calls = {
  readonly [K in keyof TableCalls]: TableCalls[K] extends TableCall<infer I, infer O>
    ? (caller: Caller, model: Model, ...input: I) => O
    : never;
};

/** What a new row of the table takes. */
export type Addition<N extends TableName> = Parameters<Rows<FieldsOf<N>>['add']>[0];

/**
 * The one gate: every read and write of a resource's rows, from whatever side, goes through here with a caller.
 * Node, row rules, readable and writable fields hold for all of it alike. Refusals are `Problem`s; a row outside the
 * caller's rule answers exactly like one that does not exist. What is written is written with the rights of the moment of
 * the commit: `withCurrentRights`.
 */
export interface Gate extends Calls {
  /** By table name. */
  readonly models: ReadonlyMap<string, Model>;
  /** By controller in any case: `content.article`. */
  modelAt(controller: string): Model | undefined;

  /** `Reader.level`: a level of a tree to choose from. */
  level(caller: Caller, model: Model, pid: number | null, fields: readonly string[]): Promise<readonly LevelRow[]>;
  /** `Reader.pathTo`: the way to a row of a tree. */
  pathTo(caller: Caller, model: Model, id: number, most: number): Promise<readonly number[]>;
  /** `findNames`: rows of all tables whose names contain the word. */
  findNames(caller: Caller, word: string, milliseconds: number): Promise<NamesFound>;
  /** The caller's saved views of the table's list; undefined where there are none. */
  savedViews(caller: Caller, model: Model): Promise<SavedViews | undefined>;
  /** Saved views that the caller's menu shows. */
  menuViews(caller: Caller): Promise<readonly MenuView[]>;
  /** How many rows the caller sees in the list: the same number, remembered together with it. */
  total(caller: Caller, model: Model): Promise<number>;
  /** A count as a number, a sum as decimal text, over the rows in the caller's list; undefined without the right to read a field of it. */
  figure(caller: Caller, model: Model, figure: Figure): Promise<number | string | undefined>;
  /**
   * How many of the rows in the caller's list were made between each of these moments and the next, in unix seconds; with `sum`,
   * what that number field of theirs adds up to.
   */
  perDay(
    caller: Caller,
    model: Model,
    starts: readonly number[],
    where: Where<FieldMap>,
    sum?: string,
  ): Promise<readonly number[]>;
  /** How many rows of the caller's list there are for each value of a field. */
  groups(caller: Caller, model: Model, parameters: GroupParameters): Promise<RowGroups>;
  /** Does an action that the table brings by itself; on ids not yet believed. */
  act(
    caller: Caller,
    model: Model,
    action: string,
    input?: Omit<ActionInput, 'ids'> & { readonly ids?: Choice },
  ): Promise<ActionAnswer>;
  /** What a request for the call is answered; `base` is that of the realm. */
  serve(call: keyof TableCalls, model: Model, request: RouteRequest, base: string): unknown;

  /**
   * `edit` for the one row of a model that is kept elsewhere than in a table of its own. `seen` reads it again as the caller
   * may see it: for the answer, and for who is told that somebody else has changed the same.
   */
  editIn(
    store: RowStore,
    caller: Caller,
    model: Model,
    body: Body,
    seen: (caller: Caller) => Promise<AnyRow | null>,
  ): Promise<AnyRow | null>;

  /** The hash in a password field, for signing in only; undefined when there is no such row. */
  secret(model: Model, id: number, field: string): Promise<string | undefined>;

  /** Drops what is kept so as not to be worked out again: texts of queries, and totals with them. */
  forget(): void;

  /** Adds rows as the system in one transaction, all or none, and reads none of them again. */
  addAll<N extends TableName>(name: N, rows: readonly Addition<N>[]): Promise<void>;

  /** Rows for plugins: the caller must own the nodes of the table's actions, too. */
  rowsFor(name: string, caller: Caller): Rows<FieldMap>;
  /** Several tables in one transaction; see `transact`. */
  transact<T>(caller: Caller, work: (transaction: TableTransaction) => Promise<T>): Promise<T>;
  /** Takes a file of rows that somebody wants to import; returns the id of the import. */
  receive(caller: Caller, model: Model, file: ReceivedFile): Promise<number>;
  /** Does what waits of an import, as a job does. */
  runImport(data: ImportJob, signal: AbortSignal, told: Omit<ImportParts, 'ctx' | 'longCheck'>): Promise<void>;
  /** What imports and large bulk edits have written, by id. */
  importResults(ids: readonly number[]): ReturnType<typeof importResults>;
  /** Rows of an account, by the tables that say whose theirs are. */
  readonly personal: {
    rows(account: PersonalAccount): ReturnType<typeof personalRows>;
    /** `also` does more in the same transaction. */
    erase(account: PersonalAccount, also: Parameters<typeof erasePersonalRows>[3]): Promise<ErasedData>;
  };
  /** By its name; throws when there is none. */
  modelOf(name: string): Model;

  /** Rows for hooks and the server itself; without a caller as the system. */
  rows<N extends TableName>(name: N, caller?: Caller): Rows<FieldsOf<N>>;
  /** The same as the system inside a running transaction, which sees what it has changed itself. */
  rowsIn<N extends TableName>(name: N, write: Write): Rows<FieldsOf<N>>;
  /** The same for tables whose name is known at run time only. */
  rowsOf(model: Model, caller?: Caller): Rows<FieldMap>;
}
