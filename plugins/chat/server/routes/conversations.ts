import type { PluginRequest } from '#plugin';
import type { FieldsOf, Where } from '#resource';
import type { ConversationAnswer, ConversationList, ListedConversation } from '../../shared/wire.ts';
import { conversationAnswer, messageAnswer, openAnswer, type ConversationRow } from '../answers.ts';
import type { Chat } from '../chat.ts';
import type { ChatParts } from '../chatParts.ts';
import { recovered } from '../generation/recover.ts';
import { flagIn } from '../inputs.ts';
import { ownerOf, type Owner } from '../owner.ts';
import { messagesOf, ownConversation } from './own.ts';

const mostListed = 100;
/** Messages that a search looks through for conversations at the most. */
const mostFound = 500;

/** The caller's conversations, pinned ones first, then those written in last. */
export async function conversations({ parts }: Chat, request: PluginRequest): Promise<ConversationList> {
  const { query } = request;
  const wanted = typeof query['limit'] === 'string' ? Number(query['limit']) : 0;
  const owner = ownerOf(request);
  const limit = Math.min(Math.max(Math.trunc(wanted) || 30, 1), mostListed);
  const search = typeof query['search'] === 'string' ? query['search'].trim().slice(0, 100) : '';
  const snippets = search === '' ? undefined : await found(parts, owner, search);
  const where = {
    owner: owner.key,
    deleted_time: null,
    archived: flagIn(query, 'archived') ? (1 as const) : (0 as const),
    ...(snippets && { or: [{ title: { contains: search } }, { id: { in: [...snippets.keys()] } }] }),
    ...afterCursor(query['before']),
  } satisfies Where<FieldsOf<'chat_conversation'>>;
  const rows = await parts
    .rows('chat_conversation')
    .list(where, { sort: ['-pinned', '-last_time', '-id'] as never, limit: limit + 1 });
  const page = rows.slice(0, limit);
  return {
    list: page.map((row) => listed(row, snippets?.get(row.id))),
    next: rows.length > limit ? cursorOf(page.at(-1)!) : null,
  };
}

const listed = (row: ConversationRow, snippet: string | undefined): ListedConversation => ({
  ...conversationAnswer(row),
  ...(snippet !== undefined && { snippet }),
});

const cursorOf = ({ pinned, last_time, id }: ConversationRow): string => `${pinned}.${last_time ?? 0}.${id}`;

/** Rows behind the one that the cursor names. */
function afterCursor(cursor: unknown): { and?: Where<FieldsOf<'chat_conversation'>>[] } {
  const [, pinned, time, id] = /^([01])\.(\d{1,12})\.(\d{1,15})$/.exec(typeof cursor === 'string' ? cursor : '') ?? [];
  if (pinned === undefined) return {};
  const same = { pinned: pinned === '1' ? (1 as const) : (0 as const) };
  const behind = [
    { ...same, last_time: { lt: Number(time) } },
    { ...same, last_time: Number(time), id: { lt: Number(id) } },
  ];
  return { and: [{ or: pinned === '1' ? [{ pinned: 0 as const }, ...behind] : behind }] };
}

/** Conversations with messages that hold the words, and what stands around them. */
async function found(parts: ChatParts, { key }: Owner, search: string): Promise<Map<number, string>> {
  const rows = await parts
    .rows('chat_message')
    .list({ 'conversation.owner': key, text: { contains: search } }, { sort: '-id', limit: mostFound });
  const snippets = new Map<number, string>();
  for (const { conversation_id: id, text } of rows)
    if (!snippets.has(id)) snippets.set(id, snippet(text ?? '', search));
  return snippets;
}

function snippet(text: string, search: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(search.toLowerCase()));
  // The list has one line for it: what was found stands near its beginning.
  const from = Math.max(0, at - 12);
  const part = text.slice(from, at + search.length + 80).replaceAll(/\s+/g, ' ');
  return `${from > 0 ? '…' : ''}${part.toWellFormed()}${at + search.length + 80 < text.length ? '…' : ''}`;
}

/** One conversation with all of its branches. */
export async function conversation({ parts }: Chat, request: PluginRequest): Promise<ConversationAnswer> {
  const row = await ownConversation(parts, request, request.query);
  const messages = [];
  for (const each of await messagesOf(parts, row))
    messages.push(await messageAnswer(parts, await recovered(parts, each), request.caller));
  return { conversation: openAnswer(row), messages };
}
