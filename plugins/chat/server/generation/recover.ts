import type { ChatParts } from '../chatParts.ts';
import { outputText } from '../answers.ts';
import { releaseLostCalls } from '../api/call.ts';
import { endLostAsks } from '../ask/run.ts';
import { eachAlone } from '../eachAlone.ts';
import type { MessageRow } from '../tables/message.ts';
import { giveBack } from './budget.ts';
import { holdKey } from './finish.ts';
import { settleHold } from './reserve.ts';

/**
 * An answer whose writer is gone, since its server was killed, is interrupted: what had arrived is kept, what was set aside is
 * free again, and a visitor has their message back. Returns the row as it is then.
 */
export async function recovered(parts: ChatParts, row: MessageRow): Promise<MessageRow> {
  if (row.status !== 'running' || !row.output) return row;
  const head = await parts.host.outputs.head(row.output);
  if (head?.state === 'running') return row;
  const text = head ? await outputText(parts, row.output) : (row.text ?? '');
  return parts.host.transaction(parts.host.system, async (transaction) => {
    const rows = transaction.rows('chat_message', parts.host.system);
    const now = await rows.lock(row.id);
    if (now.status !== 'running' || now.output !== row.output) return now;
    if (now.reserved !== null) await settleHold(parts, transaction, holdKey(now), 0);
    await giveBack(parts, transaction, now);
    return rows.edit(row.id, { status: 'interrupted', text, spent: null });
  });
}

/** All that were under way where nobody writes any more. */
export async function recoverAll(parts: ChatParts): Promise<void> {
  const running = await parts.rows('chat_message').list({ status: 'running' });
  await eachAlone(parts, 'lost answer', running, (row) => recovered(parts, row));
  await releaseLostCalls(parts);
  await endLostAsks(parts);
}
