import type { FieldsOf, Row, Rows, TableName, Tables } from '#resource';
import type { Database, States } from '../database/database.ts';
import { StateCache } from '../database/stateCache.ts';
import type { Gate } from '../table/gate.ts';
import { joinTableOf } from '../table/tablesOf.ts';
import type { Moment } from '../realms/currentRights.ts';

type AdminRow = Row<Tables['admin']['fields']>;
type GroupRow = Row<Tables['admin_group']['fields']>;
export type RuleRow = Row<Tables['admin_rule']['fields']>;

/** What one administrator may do, worked out once while nothing that decides about it changes. */
export interface Rights {
  readonly admin: AdminRow;
  readonly isSuper: boolean;
  /** Active groups. */
  readonly groups: readonly number[];
  /** Ids of the owned rules. */
  readonly rules: ReadonlySet<number>;
  /** Owned nodes in lower case. */
  readonly nodes: ReadonlySet<string>;
  readonly below: { readonly groups: readonly number[]; readonly admins: readonly number[] };
}

/** Everything that decides about rights, as it is now. */
interface Snapshot {
  readonly admins: ReadonlyMap<number, AdminRow>;
  readonly groups: ReadonlyMap<number, GroupRow>;
  readonly rules: readonly RuleRow[];
  readonly known: Map<number, Rights | undefined>;
}

/** Tables that decide about rights. */
export const rightsTables: readonly string[] = [
  'admin',
  'admin_group',
  'admin_rule',
  joinTableOf({ name: 'admin' }, { name: 'group_ids' }),
  joinTableOf({ name: 'admin_group' }, { name: 'rule_ids' }),
];

/** Rights of administrators, remembered while no administrator, group or rule has changed on any instance. */
export class PermissionStore {
  readonly #database: Database;
  readonly #gate: Gate;
  readonly #cache = new StateCache(() => readSnapshot((name) => this.#gate.rows(name)));
  /** The same by what was last seen to be the states of all guarded tables: asking costs nothing then. */
  readonly #seen = new StateCache<Promise<Snapshot>, States, [state: string]>((state) => this.#cache.at(state));

  constructor(database: Database, gate: Gate) {
    this.#database = database;
    this.#gate = gate;
  }

  /** Undefined for an account that is not there or not active. As of now unless a moment is given. */
  async of(id: number, moment?: Moment): Promise<Rights | undefined> {
    const snapshot = await (moment ? this.#at(moment) : this.#current());
    if (!snapshot.known.has(id)) snapshot.known.set(id, rightsOf(snapshot, id));
    return snapshot.known.get(id);
  }

  /** By the name as it is written, else by one that differs in capital letters only. */
  async findByName(username: string): Promise<AdminRow | undefined> {
    const admins = [...(await this.#current()).admins.values()];
    const wanted = username.toLowerCase();
    return (
      admins.find((admin) => admin.username === username) ??
      admins.find((admin) => admin.username.toLowerCase() === wanted)
    );
  }

  /** Active rules, in the order of menus. */
  async rules(): Promise<readonly RuleRow[]> {
    return (await this.#current()).rules;
  }

  async #current(): Promise<Snapshot> {
    return this.#cache.at(await this.#database.stateOf(rightsTables));
  }

  async #at({ states, write }: Moment): Promise<Snapshot> {
    if (this.#seen.has(states)) return this.#seen.last!;
    const state = rightsTables.map((table) => states.get(table)).join();
    // What a transaction sees beside what is committed concerns nobody else.
    if (write && !this.#cache.has(state)) return readSnapshot((name) => this.#gate.rowsIn(name, write));
    return this.#seen.at(states, state);
  }
}

/** One query after the other: a transaction has one connection. */
async function readSnapshot(rowsOf: <N extends TableName>(name: N) => Rows<FieldsOf<N>>): Promise<Snapshot> {
  const admins = await rowsOf('admin').list();
  const groups = await rowsOf('admin_group').list();
  const rules = await rowsOf('admin_rule').list();
  const active = rules.filter((rule) => rule.status === 1 && rule.gone !== 1);
  return {
    admins: byId(admins),
    groups: byId(groups),
    rules: active.toSorted((one, other) => (other.weigh ?? 0) - (one.weigh ?? 0) || one.id - other.id),
    known: new Map(),
  };
}

const byId = <T extends { id: number }>(rows: readonly T[]): Map<number, T> =>
  new Map(rows.map((row) => [row.id, row]));

function rightsOf(snapshot: Snapshot, id: number): Rights | undefined {
  const admin = snapshot.admins.get(id);
  if (!admin || admin.status !== 1) return undefined;
  const groups = admin.group_ids
    .flatMap((group) => snapshot.groups.get(group) ?? [])
    .filter((group) => group.status === 1);
  const isSuper = groups.some((group) => group.is_super === 1);
  const owned = new Set(groups.flatMap((group) => group.rule_ids));
  const rules = snapshot.rules.filter((rule) => isSuper || owned.has(rule.id));
  return {
    admin,
    isSuper,
    groups: groups.map((group) => group.id),
    rules: new Set(rules.map((rule) => rule.id)),
    nodes: new Set(rules.map((rule) => rule.name.toLowerCase())),
    below: belowOf(snapshot, groups, isSuper, owned),
  };
}

/** Groups strictly below these whose rights are all theirs too, and the administrators who are in such groups only. */
function belowOf(
  { groups, admins }: Snapshot,
  own: readonly GroupRow[],
  isSuper: boolean,
  owned: ReadonlySet<number>,
): Rights['below'] {
  const ownIds = new Set(own.map((group) => group.id));
  const below = [...groups.values()].filter((group) => {
    if (ownIds.has(group.id) || !isUnder(groups, group, ownIds)) return false;
    return isSuper || (group.is_super !== 1 && group.rule_ids.every((rule) => owned.has(rule)));
  });
  const belowIds = new Set(below.map((group) => group.id));
  const under = [...admins.values()].filter(
    ({ group_ids: ids }) => ids.length > 0 && ids.every((group) => belowIds.has(group)),
  );
  return { groups: [...belowIds], admins: under.map((admin) => admin.id) };
}

function isUnder(
  groups: ReadonlyMap<number, GroupRow>,
  { pid }: GroupRow,
  wanted: ReadonlySet<number>,
  steps = 0,
): boolean {
  if (pid === null || steps > groups.size) return false;
  const parent = groups.get(pid);
  return wanted.has(pid) || (parent !== undefined && isUnder(groups, parent, wanted, steps + 1));
}
