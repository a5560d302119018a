import type { PluginRequest } from '#plugin';
import type { ChatParts } from '../chatParts.ts';
import type { ConversationRow } from '../answers.ts';
import { codeIn, idIn } from '../inputs.ts';
import { ownerOf } from '../owner.ts';
import { notFound } from '../problems.ts';
import type { MessageRow } from '../tables/message.ts';

type Input = Readonly<Record<string, unknown>>;

/** The caller's own conversation; of others there is none. */
export async function ownConversation(
  parts: ChatParts,
  request: Pick<PluginRequest, 'caller'>,
  input: Input,
  field = 'id',
): Promise<ConversationRow> {
  const code = codeIn(input, field);
  const where = { code, owner: ownerOf(request).key, deleted_time: null };
  const [row] = await parts.rows('chat_conversation').list(where, { limit: 1 });
  if (!row) throw notFound();
  return row;
}

/** A message of a conversation of the caller's. */
export async function ownMessage(
  parts: ChatParts,
  request: Pick<PluginRequest, 'caller'>,
  input: Input,
  field = 'message_id',
): Promise<{ readonly message: MessageRow; readonly conversation: ConversationRow }> {
  const message = await parts.rows('chat_message').get(idIn(input, field));
  const conversation = message && (await parts.rows('chat_conversation').get(message.conversation_id));
  if (!conversation || conversation.owner !== ownerOf(request).key || conversation.deleted_time !== null)
    throw notFound();
  return { message, conversation };
}

export const messagesOf = (parts: ChatParts, { id }: Pick<ConversationRow, 'id'>): Promise<MessageRow[]> =>
  parts.rows('chat_message').list({ conversation_id: id }, { sort: 'id' });

/** Messages that are read at once on the way up a branch. */
const page = 32;

/** The branch that ends here, newest first; of a long conversation only as much is read as is asked for. */
export async function* branchUp(
  parts: ChatParts,
  { id: conversation_id }: Pick<ConversationRow, 'id'>,
  leaf: number | null,
): AsyncGenerator<MessageRow> {
  let known = new Map<number, MessageRow>();
  for (let id = leaf; id !== null;) {
    if (!known.has(id)) {
      const where = { conversation_id, id: { elt: id } };
      const rows = await parts.rows('chat_message').list(where, { sort: '-id', limit: page });
      known = new Map(rows.map((row) => [row.id, row]));
    }
    const row = known.get(id);
    if (!row) return;
    yield row;
    // A parent is always older: a circle cannot be, and does not hang us if it were.
    if (row.parent_id !== null && row.parent_id >= id) return;
    id = row.parent_id;
  }
}

/** What comes before the others. */
export async function* withFirst<T>(first: T | undefined, others: AsyncIterable<T>): AsyncGenerator<T> {
  if (first !== undefined) yield first;
  yield* others;
}
