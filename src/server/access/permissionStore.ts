import type { Row, Tables } from '#resource';
import type { Database } from '../database/database.ts';
import type { Gate } from '../table/gate.ts';
import { joinTableOf } from '../table/tablesOf.ts';

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
  readonly state: string;
  readonly admins: ReadonlyMap<number, AdminRow>;
  readonly groups: ReadonlyMap<number, GroupRow>;
  readonly rules: readonly RuleRow[];
  readonly known: Map<number, Rights | undefined>;
}

const tables = [
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
  #snapshot: Promise<Snapshot> | undefined;
  #state = '';

  constructor(database: Database, gate: Gate) {
    this.#database = database;
    this.#gate = gate;
  }

  /** Undefined for an account that is not there or not active. */
  async of(id: number): Promise<Rights | undefined> {
    const snapshot = await this.#current();
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
    const state = await this.#database.stateOf(tables);
    if (this.#snapshot === undefined || state !== this.#state) {
      this.#state = state;
      this.#snapshot = this.#read(state);
      this.#snapshot.catch(() => (this.#snapshot = undefined));
    }
    return this.#snapshot;
  }

  async #read(state: string): Promise<Snapshot> {
    const [admins, groups, rules] = await Promise.all([
      this.#gate.rows('admin').list(),
      this.#gate.rows('admin_group').list(),
      this.#gate.rows('admin_rule').list(),
    ]);
    const byId = <T extends { id: number }>(rows: readonly T[]): Map<number, T> =>
      new Map(rows.map((row) => [row.id, row]));
    const active = rules.filter((rule) => rule.status === 1 && rule.gone !== 1);
    return {
      state,
      admins: byId(admins),
      groups: byId(groups),
      rules: active.toSorted((one, other) => (other.weigh ?? 0) - (one.weigh ?? 0) || one.id - other.id),
      known: new Map(),
    };
  }
}

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
