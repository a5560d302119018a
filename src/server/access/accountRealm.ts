import type { AnyRow } from '#resource';
import type { PluginHost, PluginRealm } from '#plugin';
import type { Gate } from '../table/gate.ts';
import { actionsFor } from '../table/realmRules.ts';
import type { Account, Identity, Realm } from '../realms/realm.ts';

/** A realm whose accounts are the rows of a table, and whose rights stand in the resources. */
export function accountRealm(declared: PluginRealm, gate: Gate, host: PluginHost): Realm {
  const { name, accounts, findAccount } = declared;
  const nodes = new Set(
    [...gate.models.values()].flatMap((model) =>
      actionsFor(name, model).map((action) => `${model.path}/${action}`.toLowerCase()),
    ),
  );
  return {
    ...declared,
    decisive: [accounts],
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
      return row && row['status'] !== 0 ? identityIn(accountIn(row), nodes) : undefined;
    },
  };
}

const accountIn = ({ id, username, session_number: number }: AnyRow): Account => ({
  id: Number(id),
  username: String(username),
  sessionNumber: Number(number),
});

const identityIn = (account: Account, nodes: ReadonlySet<string>): Identity => ({
  ...account,
  super: false,
  groups: [],
  below: { groups: [], admins: [] },
  rules: [],
  may: (node) => nodes.has(node.toLowerCase()),
  decides: () => JSON.stringify(account),
  userInfo: () => ({ id: account.id, username: account.username }),
});
