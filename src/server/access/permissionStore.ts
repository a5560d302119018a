import type { Row, Tables } from '#resource';
import type { Database, Sql } from '../database/database.ts';
import type { Gate } from '../table/gate.ts';
import { joinTableOf } from '../table/tablesOf.ts';
import type { Moment } from '../realms/currentRights.ts';
import { activeRules, ownedRules, type OwnedRules, type RuleRow } from './ownedRules.ts';
import { Snapshots, type RowsOf } from './snapshots.ts';

type AdminRow = Row<Tables['admin']['fields']>;
type GroupRow = Row<Tables['admin_group']['fields']>;

/** What one administrator may do, worked out once while nothing that decides about it changes. */
export interface Rights extends OwnedRules {
  readonly admin: AdminRow;
  readonly below: { readonly groups: readonly number[]; readonly admins: readonly number[] };
  /** Ids of the rules that menus are made of: the owned ones, and the actions that are open to every administrator. */
  readonly shown: ReadonlySet<number>;
}

/** What opens actions to every administrator: the table that says which, and their nodes in small letters. */
export interface OpenedActions {
  readonly table: string;
  read(db: Sql): Promise<ReadonlySet<string>>;
}

/** Everything that decides about rights, as it is now. */
interface Snapshot {
  readonly admins: ReadonlyMap<number, AdminRow>;
  readonly groups: ReadonlyMap<number, GroupRow>;
  readonly rules: readonly RuleRow[];
  /** Rules of the actions that are open to every administrator. */
  readonly opened: readonly RuleRow[];
  readonly known: Map<number, Rights | undefined>;
}

/** Tables that decide about rights, with that of the opened actions. */
const rightsTables: readonly string[] = [
  'admin',
  'admin_group',
  'admin_rule',
  joinTableOf({ name: 'admin' }, { name: 'group_ids' }),
  joinTableOf({ name: 'admin_group' }, { name: 'rule_ids' }),
];

/** Rights of administrators, remembered while no administrator, group or rule has changed on any instance. */
export class PermissionStore {
  /** Tables that decide. */
  readonly tables: readonly string[];
  readonly #snapshots: Snapshots<Snapshot>;

  constructor(database: Database, gate: Gate, opened: OpenedActions) {
    this.tables = [...rightsTables, opened.table];
    this.#snapshots = new Snapshots(database, gate, this.tables, async (rowsOf, db) =>
      readSnapshot(rowsOf, await opened.read(db)),
    );
  }

  /** Undefined for an account that is not there or not active. As of now unless a moment is given. */
  async of(id: number, moment?: Moment): Promise<Rights | undefined> {
    const snapshot = await (moment ? this.#snapshots.at(moment) : this.#snapshots.current());
    if (!snapshot.known.has(id)) snapshot.known.set(id, rightsOf(snapshot, id));
    return snapshot.known.get(id);
  }

  /** By the name as it is written, else by one that differs in capital letters only. */
  async findByName(username: string): Promise<AdminRow | undefined> {
    const admins = [...(await this.#snapshots.current()).admins.values()];
    const wanted = username.toLowerCase();
    return (
      admins.find((admin) => admin.username === username) ??
      admins.find((admin) => admin.username.toLowerCase() === wanted)
    );
  }

  /** Active rules, in the order of menus. */
  async rules(): Promise<readonly RuleRow[]> {
    return (await this.#snapshots.current()).rules;
  }
}

async function readSnapshot(rowsOf: RowsOf, nodes: ReadonlySet<string>): Promise<Snapshot> {
  const admins = await rowsOf('admin').list();
  const groups = await rowsOf('admin_group').list();
  const rules = activeRules(await rowsOf('admin_rule').list());
  const opened = rules.filter(({ type, name }) => type === 'button' && nodes.has(name.toLowerCase()));
  return { admins: byId(admins), groups: byId(groups), rules, opened, known: new Map() };
}

export const byId = <T extends { id: number }>(rows: readonly T[]): Map<number, T> =>
  new Map(rows.map((row) => [row.id, row]));

function rightsOf(snapshot: Snapshot, id: number): Rights | undefined {
  const admin = snapshot.admins.get(id);
  if (!admin || admin.status !== 1) return undefined;
  const groups = admin.group_ids
    .flatMap((group) => snapshot.groups.get(group) ?? [])
    .filter((group) => group.status === 1);
  const owned = ownedRules(groups, snapshot.rules);
  // Rules that are gone for now count here: who may manage a group does not change while a plugin is off.
  const ids = new Set(groups.flatMap((group) => group.rule_ids));
  const { opened } = snapshot;
  return {
    admin,
    ...owned,
    nodes: new Set([...owned.nodes, ...opened.map(({ name }) => name.toLowerCase())]),
    shown: new Set([...owned.rules, ...opened.map((rule) => rule.id)]),
    below: belowOf(snapshot, groups, owned.isSuper, ids),
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
