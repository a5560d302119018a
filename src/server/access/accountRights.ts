import type { AnyRow, Caller } from '#resource';
import type { PluginRealm } from '#plugin';
import type { Database } from '../database/database.ts';
import type { Moment } from '../realms/currentRights.ts';
import type { Realm } from '../realms/realm.ts';
import type { Gate } from '../table/gate.ts';
import { actionsFor } from '../table/realmRules.ts';
import { joinTableOf } from '../table/tablesOf.ts';
import { menusOf } from './menus.ts';
import { activeRules, ownedRules, type OwnedRules, type RuleGroup, type RuleRow } from './ownedRules.ts';
import { byId } from './permissionStore.ts';
import { Snapshots } from './snapshots.ts';

/** What an account owns. */
interface AccountOwned extends Pick<Caller, 'groups' | 'rules' | 'may'> {
  /** All that decides about it, as text. */
  readonly decides: string;
}

/** Where the rights of a realm's accounts come from. */
export interface AccountRights extends Pick<Realm, 'menusOf' | 'openRules'> {
  /** Tables that decide about them, beside that of the accounts. */
  readonly tables: readonly string[];
  of(account: AnyRow, moment?: Moment): AccountOwned | Promise<AccountOwned>;
}

interface Snapshot {
  readonly groups: ReadonlyMap<number, RuleGroup>;
  readonly rules: readonly RuleRow[];
  /** By the ids of groups. */
  readonly known: Map<string, AccountOwned>;
}

/** Rights by groups and rules, which stand in tables of the realm's own. */
export function accountRights({ name, accounts, rights }: PluginRealm, gate: Gate, database: Database): AccountRights {
  const { groups, rules, of } = rights!;
  const ruleModel = gate.modelOf(rules);
  const isMany = gate.modelOf(accounts).fields.get(of)!.kind.relation === 'many';
  const tables = [groups, rules, joinTableOf({ name: groups }, { name: 'rule_ids' })];
  const snapshots = new Snapshots<Snapshot>(database, gate, tables, async (rowsOf) => {
    const groupRows = (await rowsOf(groups).list()) as unknown as RuleGroup[];
    const ruleRows = (await rowsOf(rules).list()) as unknown as RuleRow[];
    return { groups: byId(groupRows), rules: activeRules(ruleRows), known: new Map() };
  });
  /** What serves the realm without a page has no rule that could be given. */
  const open = new Set(
    [...gate.models.values()]
      .filter(({ definition }) => definition.page === false)
      .flatMap((model) => actionsFor(name, model).map((action) => `${model.path}/${action}`.toLowerCase())),
  );
  return {
    tables: [...tables, ...(isMany ? [joinTableOf({ name: accounts }, { name: of })] : [])],
    async of(account, moment) {
      const snapshot = await (moment ? snapshots.at(moment) : snapshots.current());
      const ids = [account[of]].flat() as number[];
      const key = ids.join();
      const owned = snapshot.known.get(key) ?? accountOwned(ownedRules(groupsOf(snapshot, ids), snapshot.rules), open);
      snapshot.known.set(key, owned);
      return owned;
    },
    async menusOf(identity, language) {
      const { rules: active } = await snapshots.current();
      const nodes = menusOf(ruleModel, active, { isSuper: false, rules: new Set(identity.rules) }, language);
      const isMenu = ({ type }: { readonly type: string }): boolean => type === 'menu_dir' || type === 'menu';
      return { menus: nodes.filter(isMenu), rules: nodes.filter((node) => !isMenu(node)) };
    },
    async openRules(language) {
      const { rules: active } = await snapshots.current();
      // Directories are for who has pages in them.
      const open = active
        .filter((rule) => (rule as { no_login_valid?: unknown }).no_login_valid === 1 && openTypes.has(rule.type))
        .map((rule) => ({
          ...rule,
          pid: active.some(({ id, type }) => id === rule.pid && openTypes.has(type)) ? rule.pid : null,
        }));
      return menusOf(ruleModel, open, { isSuper: true, rules: new Set() }, language);
    },
  };
}

/** What visitors may be offered (protocol §2.10). */
const openTypes: ReadonlySet<string> = new Set(['route', 'nav', 'button']);

const groupsOf = ({ groups }: Snapshot, ids: readonly number[]): RuleGroup[] =>
  ids.flatMap((id) => groups.get(id) ?? []);

function accountOwned({ groups, rules, nodes }: OwnedRules, open: ReadonlySet<string>): AccountOwned {
  return {
    groups,
    rules: Object.freeze([...rules]),
    may: (node) => nodes.has(node.toLowerCase()) || open.has(node.toLowerCase()),
    decides: JSON.stringify([groups, [...rules], [...nodes]]),
  };
}
