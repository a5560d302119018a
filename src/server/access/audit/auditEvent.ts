import type { Json, Model } from '#resource';
import type { RouteRequest } from '../../http/route.ts';
import { isPreview } from '../../table/actions/bulkEdit.ts';
import { tableCalls } from '../../table/actions/index.ts';
import type { Gate } from '../../table/gate.ts';
import type { Changes } from '../../table/traits/keepHistory.ts';
import { mostRows, type NamedRow, type Touched } from './requestChanges.ts';

/** Who reads a sentence is told it from this: what was done, to how many rows of which table, the first of them, what changed. */
export interface AuditEvent {
  readonly table: string;
  /** The last part of the address, as the table has it; of a route of somebody's own, what it did to all rows that it touched. */
  readonly action: string;
  /** Of an import, or a bulk edit that is a job: what was done with it. */
  readonly step?: string;
  /** Its id, by which what it has written is found once it has ended. */
  readonly job?: number;
  readonly count: number;
  readonly rows: readonly NamedRow[];
  /** Of one row before and after; of several only the values that they have now. */
  readonly changes?: Changes;
}

type Sent = Pick<RouteRequest, 'body' | 'query'>;

/** The table that an address is about, and what it does there. */
export interface Addressed {
  readonly model: Model;
  readonly action: string;
  /** The action is one of the table, or a call that every table has; else a route of somebody's own stands there. */
  readonly isOwn: boolean;
}

/** Undefined for an address that is no table's. */
export function addressed(gate: Pick<Gate, 'modelAt'>, address: string): Addressed | undefined {
  const [, , controller = '', given = ''] = address.split('/');
  const model = gate.modelAt(controller);
  if (!model || given === '') return undefined;
  const names = [...model.actions.keys(), ...Object.values(tableCalls).map(({ name }) => name)];
  const action = names.find((name) => name.toLowerCase() === given.toLowerCase());
  return { model, action: action ?? given, isOwn: action !== undefined };
}

/** Whether the call only looks: a preview, a file that is read and checked before an import. */
export const onlyLooks = ({ action }: Addressed, { body }: Pick<Sent, 'body'>): boolean =>
  action === 'importFile' ||
  (previewed.has(action) && isPreview(body['preview'])) ||
  (stepped.has(action) && body['step'] === 'check');

/** Calls that can be asked what would come of them. */
const previewed = new Set(['bulkEdit', 'restoreValues']);
/** Calls that go on with something that was begun. */
const stepped = new Set(['import', 'bulkJob']);

/** Undefined for a route of somebody's own that has changed nothing of the table: its title says what was done. */
export function auditEventOf(
  { model, action, isOwn }: Addressed,
  { body, query }: Sent,
  touched: Touched | undefined,
): AuditEvent | undefined {
  if (!isOwn && !touched) return undefined;
  const sent = touched ? [] : idsIn(body['ids'] ?? query['ids'] ?? body['id']);
  const count = touched?.ids.size ?? sent.length;
  const changes = action === 'bulkEdit' && count > 1 ? givenToAll(touched, body['values']) : (touched?.changes ?? {});
  const done = !isOwn && touched?.actions.size === 1 ? [...touched.actions][0] : undefined;
  return {
    table: model.name,
    action: done ?? action,
    ...(stepped.has(action) && typeof body['step'] === 'string' ? { step: body['step'].slice(0, 20) } : {}),
    ...(stepped.has(action) && Number(body['id']) > 0 ? { job: Number(body['id']) } : {}),
    count,
    rows: touched?.rows ?? sent.slice(0, mostRows).map((id) => ({ id })),
    ...(Object.keys(changes).length > 0 ? { changes: count > 1 ? withoutBefore(changes) : changes } : {}),
  };
}

/** What a bulk edit has given to rows, of which some may have had it already. */
function givenToAll(touched: Touched | undefined, values: unknown): Changes {
  const names = new Set(Object.keys(typeof values === 'object' && values !== null ? values : {}));
  const given = [...(touched?.fields ?? [])].flatMap(([name, change]) =>
    change && names.has(name) ? [[name, change] as const] : [],
  );
  return Object.fromEntries(given);
}

const idsIn = (given: unknown): number[] =>
  [given ?? []]
    .flat()
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0);

const withoutBefore = (changes: Changes): Changes =>
  Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, { ...change, before: null }]));

/** What the log has stored; undefined for entries that tell of no table, or from before there was this. */
export const storedEvent = (facts: Json): AuditEvent | undefined =>
  typeof facts === 'object' && facts !== null && 'table' in facts ? (facts as unknown as AuditEvent) : undefined;
