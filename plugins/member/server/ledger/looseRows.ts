import type { PluginHost, PluginTransaction } from '#plugin';
import type { HookContext, TableName } from '#resource';
import type { Amount } from './currency.ts';

/** A running transaction: what `host.transaction` gives, or what hooks and actions are given. */
export type Running = PluginTransaction | HookContext;

export interface EntryValues {
  user_id?: number;
  money?: Amount;
  score?: Amount;
  before?: Amount;
  after?: Amount;
  memo?: string;
  reason?: string | null;
  reference?: string | null;
  key?: string | null;
  refund_of?: number | null;
  operator?: string | null;
}
type Loose = Readonly<Record<string, unknown>> & { readonly id: number };

/** Rows whose columns are chosen by the currency: the types of both tables in one would say nothing that holds. */
export interface LooseRows {
  list(
    where: Readonly<Record<string, unknown>>,
    options?: { sort?: string; limit?: number; offset?: number },
  ): Promise<Loose[]>;
  count(where: Readonly<Record<string, unknown>>): Promise<number>;
  get(id: number): Promise<Loose | undefined>;
  add(values: Readonly<Record<string, unknown>>): Promise<Loose>;
  edit(id: number, values: Readonly<Record<string, unknown>>): Promise<Loose>;
  increment(id: number, by: Readonly<Record<string, unknown>>): Promise<Loose>;
  lock(id: number): Promise<Loose>;
}

/** Rows within the transaction, as the system; the plugin's host is needed where it was begun by `host.transaction`. */
export function rowsIn(running: Running, table: TableName, host?: PluginHost): LooseRows {
  const rows = 'table' in running ? running.table(table) : running.rows(table, host!.system);
  return rows as unknown as LooseRows;
}
