import type { Caller, RowOf, Tables } from '#resource';
import type { Conversation, Message, OpenConversation } from '../shared/wire.ts';
import type { ChatParts } from './chatParts.ts';
import { attachmentsOf, type MessageRow } from './tables/message.ts';
import { ratingNumber } from './tables/rating.ts';

export type ConversationRow = RowOf<Tables['chat_conversation']>;

export const conversationAnswer = (row: ConversationRow): Conversation => ({
  id: row.code,
  title: row.title,
  pinned: row.pinned === 1,
  archived: row.archived === 1,
  model_id: row.model_id,
  update_time: row.last_time ?? row.update_time,
});

export const openAnswer = (row: ConversationRow): OpenConversation => ({
  ...conversationAnswer(row),
  leaf_id: row.leaf_id,
  shared: row.shared,
});

/** A message as its owner sees it. */
export async function messageAnswer(parts: ChatParts, row: MessageRow, caller: Caller): Promise<Message> {
  const error = row.error as { readonly key: string; readonly params?: Readonly<Record<string, unknown>> } | null;
  return {
    id: row.id,
    parent_id: row.parent_id,
    role: row.role,
    text: row.status === 'running' ? await outputText(parts, row.output!) : (row.text ?? ''),
    status: row.status,
    error: error ? parts.host.translate(error, caller.language) : null,
    model_id: row.model_id,
    model_name: row.model_name,
    cost: row.cost,
    tokens_in: row.tokens_in,
    tokens_out: row.tokens_out,
    left_out: row.left_out,
    summarised: row.summarised,
    summary: row.summary,
    create_time: row.create_time,
    feedback: ratingNumber(row.feedback),
    attachments: attachmentsOf(row),
  };
}

/** All that a growing log has so far. */
export async function outputText({ host }: ChatParts, id: string): Promise<string> {
  let text = '';
  for (;;) {
    const part = await host.outputs.read(id, text.length);
    if (part.text === '') return text;
    text += part.text;
  }
}
