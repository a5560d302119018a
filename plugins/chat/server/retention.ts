import { job, type AnyJob } from '#plugin';
import type { FieldsOf, Where } from '#resource';
import type { ChatParts } from './chatParts.ts';

const day = 86_400;
/** Days that a deleted conversation can be brought back, and that one of a visitor and questions to the tables are kept. */
const days = { deleted: 7, visitor: 30, budget: 3, ask: 30 } as const;
/** Rows that go in one transaction. */
const batch = 100;

/** Every night conversations go whose time is over. */
export const retention = (parts: ChatParts): AnyJob =>
  job({ name: 'retention', schedule: '20 3 * * *', timeLimit: 3600, run: ({ signal }) => removeOld(parts, signal) });

async function removeOld(parts: ChatParts, signal: AbortSignal): Promise<void> {
  const now = parts.host.now();
  const { chat_keep_days: kept } = await parts.host.settings('chat');
  const over: Where<FieldsOf<'chat_conversation'>>[] = [
    { deleted_time: { lt: now - days.deleted * day } },
    { user_id: null, last_time: { lt: now - days.visitor * day } },
    ...(kept > 0 ? [{ pinned: 0 as const, last_time: { lt: now - kept * day } }] : []),
  ];
  await removeWhere(parts, 'chat_conversation', { or: over }, signal);
  await removeWhere(parts, 'chat_ask', { create_time: { lt: now - days.ask * day } }, signal);
  await removeWhere(parts, 'chat_budget', { update_time: { lt: now - days.budget * day } }, signal);
}

async function removeWhere<N extends 'chat_conversation' | 'chat_budget' | 'chat_ask'>(
  parts: ChatParts,
  table: N,
  where: object,
  signal: AbortSignal,
): Promise<void> {
  const rows = parts.rows(table);
  while (!signal.aborted) {
    const found = await rows.list(where as never, { limit: batch });
    if (found.length === 0) return;
    await rows.del(found.map(({ id }) => id));
  }
}
