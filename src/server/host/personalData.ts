import type { PersonalAccount, PersonalDataHost } from '#plugin';
import type { Jobs } from '../jobs/startJobs.ts';
import type { Notices } from '../notices/notices.ts';
import type { SecurityLog } from '../security/securityLog.ts';
import type { Tokens } from '../session/tokens.ts';
import { twoStepRows } from '../session/twoStep/twoStepRows.ts';
import { anonymizeAudit, forgottenAfter, portionsOf } from '../access/audit/anonymizeAudit.ts';
import type { Gate } from '../table/gate.ts';
import { eraseSaved } from '../table/saved/forgetSaved.ts';

/** What people may have of themselves, and how they are forgotten; what they were told is theirs too. */
export const personalDataHost = (
  gate: Gate,
  notices: Notices,
  events: SecurityLog,
  tokens: Tokens,
  enqueueIn: Jobs['enqueueIn'],
): PersonalDataHost => ({
  export: (account) => exported(gate, notices, account),
  erase: (account) =>
    gate.personal.erase(account, async (tx, { tables }, rows) => {
      for (const gone of portionsOf(rows)) await enqueueIn(tx)(anonymizeAudit, gone, { delay: forgottenAfter });
      await notices.erase(tx.db, account);
      await eraseSaved(gate, tx, account);
      await tokens.forget(tx.db, account.realm, account.id);
      await twoStepRows.remove(tx.db, account);
      tx.after.push(
        await events.record(tx, {
          kind: 'erasure',
          outcome: 'success',
          caller: { realm: 'system', id: 0, username: 'system' },
          target: `${account.realm} #${account.id}`,
          detail: tables as never,
        }),
      );
    }),
});

async function* exported(gate: Gate, notices: Notices, account: PersonalAccount): AsyncGenerator<string> {
  const { realm, id } = account;
  yield `{"account":${JSON.stringify({ realm, id })},"tables":{`;
  let open: string | undefined;
  let isFirst = true;
  for await (const { table, rows } of gate.personal.rows(account)) {
    if (open !== table) {
      yield `${open === undefined ? '' : '],'}${JSON.stringify(table)}:[`;
      open = table;
      isFirst = true;
    }
    for (const row of rows) {
      yield `${isFirst ? '' : ','}${JSON.stringify(row)}`;
      isFirst = false;
    }
  }
  if (open !== undefined) yield ']';
  yield `},"notices":${JSON.stringify(await notices.list(account, 'en'))}}`;
}
