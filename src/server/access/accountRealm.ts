import type { AnyRow } from '#resource';
import type { PluginHost, PluginRealm } from '#plugin';
import type { Database } from '../database/database.ts';
import type { Gate } from '../table/gate.ts';
import { actionsFor } from '../table/realmRules.ts';
import type { Account, Identity, Realm } from '../realms/realm.ts';
import { accountRights, type AccountRights } from './accountRights.ts';

export interface AccountRealmParts {
  readonly gate: Gate;
  readonly database: Database;
  readonly host: PluginHost;
}

/** A realm whose accounts are the rows of a table, and whose rights stand in the resources, or in groups and rules of its own. */
export function accountRealm(declared: PluginRealm, { gate, database, host }: AccountRealmParts): Realm {
  const { name, accounts, findAccount, userInfo } = declared;
  const rights = declared.rights ? accountRights(declared, gate, database) : allRights(name, gate);
  return {
    ...declared,
    decisive: [accounts, ...rights.tables],
    ...(rights.menusOf && { menusOf: rights.menusOf }),
    ...(rights.openRules && { openRules: rights.openRules }),
    async findByName(username) {
      const rows = gate.rows(accounts);
      if (!findAccount) {
        const [row] = await rows.list({ username } as never, { limit: 1 });
        return row && accountIn(row);
      }
      const id = await findAccount(username, host);
      const row: AnyRow | undefined = id === undefined ? undefined : await rows.get(id);
      return row && accountIn(row);
    },
    async identityOf(id, moment) {
      const rows = moment?.write ? gate.rowsIn(accounts, moment.write) : gate.rows(accounts);
      const row: AnyRow | undefined = await rows.get(id);
      if (!row || row['status'] === 0) return undefined;
      const account = accountIn(row);
      const { groups, rules, may, decides } = await rights.of(row, moment);
      return {
        ...account,
        super: false,
        groups,
        below: { groups: [], admins: [] },
        rules,
        may,
        decides: () => `${JSON.stringify(account)}${decides}`,
        userInfo: () => ({ id: account.id, username: account.username, ...userInfo?.(row) }),
      } satisfies Identity;
    },
  };
}

const accountIn = ({ id, username, session_number: number }: AnyRow): Account => ({
  id: Number(id),
  username: String(username),
  sessionNumber: Number(number),
});

/** Every account may do what the tables offer to the realm. */
function allRights(realm: string, gate: Gate): AccountRights {
  const nodes = new Set(
    [...gate.models.values()].flatMap((model) =>
      actionsFor(realm, model).map((action) => `${model.path}/${action}`.toLowerCase()),
    ),
  );
  const all = { groups: [], rules: [], may: (node: string) => nodes.has(node.toLowerCase()), decides: '' };
  return { tables: [], of: () => all };
}
