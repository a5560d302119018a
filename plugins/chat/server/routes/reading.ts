import type { PluginRequest } from '#plugin';
import type { SharedConversation } from '../../shared/wire.ts';
import type { ConversationRow } from '../answers.ts';
import type { Chat } from '../chat.ts';
import type { ChatParts } from '../chatParts.ts';
import { branchOf } from '../generation/context.ts';
import { codeIn } from '../inputs.ts';
import { isDisabled } from '../person.ts';
import { notFound } from '../problems.ts';
import { textAt, type SharedState } from '../shared.ts';
import type { MessageRow } from '../tables/message.ts';
import { branchUp, messagesOf, ownConversation } from './own.ts';

/** Characters that a public link shows at the most, which anybody may ask for: the end of what is longer. */
const mostShared = 1_000_000;

/** What a public link shows: the branch that its owner saw when it was made, without files, names and points. */
export async function shared({ parts }: Chat, { query }: PluginRequest): Promise<SharedConversation> {
  const where = { shared: codeIn(query, 'code'), deleted_time: null };
  const [row] = await parts.rows('chat_conversation').list(where, { limit: 1 });
  // Of an account that was disabled nothing is shown to anybody.
  if (!row || (await isDisabled(parts, row.user_id))) throw notFound();
  // Links of before that have none.
  const state = row.shared_state as unknown as SharedState | null;
  const messages: SharedConversation['messages'][number][] = [];
  let length = 0;
  let isCut = false;
  for await (const message of branchUp(parts, row, row.shared_leaf_id)) {
    const text = textAt(state, message);
    if (text === '') continue;
    length += text.length;
    isCut = length > mostShared && messages.length > 0;
    if (isCut) break;
    const { role, model_name, create_time } = message;
    messages.push({ role, text, model_name, create_time });
  }
  return { title: state?.title ?? row.title, messages: messages.toReversed(), isCut };
}

/** The branch that is shown, without what is still under way. */
async function branchTo(parts: ChatParts, row: ConversationRow): Promise<readonly MessageRow[]> {
  const branch = branchOf(await messagesOf(parts, row), row.leaf_id);
  return branch.filter(({ status, text }) => status !== 'running' && text);
}

/** A conversation as a file. */
export async function exportMarkdown({ parts }: Chat, request: PluginRequest): Promise<Response> {
  const row = await ownConversation(parts, request, request.query);
  const text = await markdownOf(parts, row, request.caller.language);
  const name = `${row.title.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, ' ').trim() || 'chat'}.md`;
  return new Response(text, {
    headers: {
      'content-type': 'text/markdown; charset=utf-8',
      'content-disposition': `attachment; filename="chat.md"; filename*=UTF-8''${encodeURIComponent(name)}`,
    },
  });
}

async function markdownOf(
  parts: ChatParts,
  row: ConversationRow,
  language: PluginRequest['caller']['language'],
): Promise<string> {
  const user = parts.host.translate({ key: 'chatServer:user' }, language);
  const assistant = parts.host.translate({ key: 'chatServer:assistant' }, language);
  const messages = (await branchTo(parts, row)).map(
    ({ role, text, model_name: model }) => `## ${role === 'user' ? user : (model ?? assistant)}\n\n${text ?? ''}\n`,
  );
  return [`# ${row.title}\n`, ...messages].join('\n');
}
