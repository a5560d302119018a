import type { PluginRequest, PluginTransaction } from '#plugin';
import { Problem, type TableName } from '#resource';
import type { Proposal } from '../../shared/ask.ts';
import type { ChatParts } from '../chatParts.ts';
import { idIn } from '../inputs.ts';
import type { ProposalRow } from '../tables/ask.ts';
import { isOwn } from './askOwner.ts';
import { tablesOf, writableFields } from './known.ts';
import { digestOf, proposalOf } from './propose.ts';
import { assertMayAsk } from './toolRun.ts';
import { proposalTitle } from './proposalTitle.ts';

/** Seconds for which a proposal can be accepted. */
const lasting = 86_400;

/**
 * Writes exactly what the person was shown, with the rights of the moment of the commit; a row that others have changed since
 * is left as it is.
 */
export async function accept(parts: ChatParts, { caller, body }: PluginRequest): Promise<Proposal> {
  const { host } = parts;
  const id = idIn(body, 'id');
  try {
    const done = await host.transaction(caller, async (transaction) => {
      const row = await openProposal(parts, transaction, id);
      if (body['digest'] !== digestOf(row)) throw new Problem('chatServer:ask.otherValues');
      const written = await write(parts, transaction, row);
      return transaction.rows('chat_proposal', host.system).edit(id, { state: 'applied', row_id: written });
    });
    note(parts, caller, done, 'success');
    return proposalOf(done);
  } catch (error) {
    if (error instanceof Problem)
      host.securityLog({
        caller,
        outcome: 'refused',
        target: `change proposed by a model, number ${id}`,
        title: proposalTitle(id, 'refused'),
        detail: { key: error.key },
      });
    throw error;
  }
}

export async function decline(parts: ChatParts, { caller, body }: PluginRequest): Promise<Proposal> {
  const { host } = parts;
  const id = idIn(body, 'id');
  const done = await host.transaction(caller, async (transaction) => {
    await openProposal(parts, transaction, id);
    return transaction.rows('chat_proposal', host.system).edit(id, { state: 'declined' });
  });
  note(parts, caller, done, 'refused');
  return proposalOf(done);
}

/** The caller's own, which nobody has decided on, and nobody else decides on meanwhile. */
async function openProposal(
  { host }: ChatParts,
  { rows, caller, now }: PluginTransaction,
  id: number,
): Promise<ProposalRow> {
  assertMayAsk(caller);
  const row = await rows('chat_proposal', host.system).lock(id);
  if (!isOwn(row, caller)) throw new Problem('rows:notFound');
  if (row.state !== 'open') throw new Problem('chatServer:ask.decided');
  if (row.create_time < now - lasting) throw new Problem('chatServer:ask.over');
  return row;
}

async function write(parts: ChatParts, { rows, caller }: PluginTransaction, proposal: ProposalRow): Promise<number> {
  const { table_name: name, row_id: id, row_version: version } = proposal;
  const manifest = tablesOf(parts, caller).find((each) => each.name === name);
  const fields = manifest && writableFields(manifest);
  const after = proposal.after as Readonly<Record<string, never>>;
  if (!fields || !Object.keys(after).every((field) => fields.has(field))) throw new Problem('rows:forbidden');
  const table = rows(name as TableName);
  if (id === null) return (await table.add(after as never)).id;
  const now = await table.lock(id);
  if (now.version !== version) throw new Problem('chatServer:ask.changed');
  return (await table.edit(id, { ...after, version } as never)).id;
}

function note(
  { host }: ChatParts,
  caller: PluginRequest['caller'],
  row: ProposalRow,
  outcome: 'success' | 'refused',
): void {
  host.securityLog({
    caller,
    outcome,
    target: `change of ${row.table_name} ${row.row_id ?? 'new'} proposed by a model ${row.state}`,
    title: proposalTitle(row.id, row.state === 'applied' ? 'applied' : 'declined'),
    detail: { proposal: row.id, fields: Object.keys(row.after as object) },
  });
}
