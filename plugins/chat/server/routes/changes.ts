import type { PluginRequest } from '#plugin';
import { Invalid, type FieldsOf, type Values } from '#resource';
import { openAnswer } from '../answers.ts';
import type { Chat } from '../chat.ts';
import { codeIn, flagIn, idIn, textIn } from '../inputs.ts';
import { ownerOf } from '../owner.ts';
import { notFound } from '../problems.ts';
import { randomCode } from '../randomCode.ts';
import { ratingOf, type RatingNumber } from '../tables/rating.ts';
import { conversationKey } from '../underway.ts';
import { stateOf } from '../shared.ts';
import { ownConversation, ownMessage } from './own.ts';

const longestTitle = 100;
const longestReason = 500;

async function edit({ parts }: Chat, request: PluginRequest, values: Values<FieldsOf<'chat_conversation'>>) {
  const { id } = await ownConversation(parts, request, request.body);
  return { conversation: openAnswer(await parts.rows('chat_conversation').edit(id, values)) };
}

export const rename = (chat: Chat, request: PluginRequest) =>
  edit(chat, request, { title: textIn(request.body, 'title', longestTitle).trim(), titled: 1 });

export const pin = (chat: Chat, request: PluginRequest) =>
  edit(chat, request, { pinned: flagIn(request.body, 'pinned') ? 1 : 0 });

export const archive = (chat: Chat, request: PluginRequest) =>
  edit(chat, request, { archived: flagIn(request.body, 'archived') ? 1 : 0 });

const notShared = { shared: null, shared_leaf_id: null, shared_state: null } as const;

/** Puts a conversation away: it can be brought back for some days, its public link is gone at once. */
export async function remove({ parts }: Chat, request: PluginRequest): Promise<void> {
  const { id } = await ownConversation(parts, request, request.body);
  await parts.rows('chat_conversation').edit(id, { deleted_time: parts.host.now(), ...notShared });
  await parts.host.publish('chat.gone', { what: [conversationKey(id)] });
}

export async function restore({ parts }: Chat, request: PluginRequest) {
  const where = { code: codeIn(request.body, 'id'), owner: ownerOf(request).key };
  const [row] = await parts.rows('chat_conversation').list(where, { limit: 1 });
  if (!row) throw notFound();
  return { conversation: openAnswer(await parts.rows('chat_conversation').edit(row.id, { deleted_time: null })) };
}

/** Which branch is shown. */
export async function select({ parts }: Chat, request: PluginRequest): Promise<void> {
  const { id } = await ownConversation(parts, request, request.body, 'conversation_id');
  const leaf = await parts.rows('chat_message').get(idIn(request.body, 'leaf_id'));
  if (leaf?.conversation_id !== id) throw notFound();
  await parts.rows('chat_conversation').edit(id, { leaf_id: leaf.id });
}

export async function feedback({ parts }: Chat, request: PluginRequest): Promise<void> {
  const { body } = request;
  const { message, conversation } = await ownMessage(parts, request, body);
  const { value: sent } = body;
  const given = typeof sent === 'object' ? Number.NaN : Number(sent);
  if (message.role !== 'assistant' || ![1, 0, -1].includes(given))
    throw new Invalid({ value: { key: 'validate:invalid' } });
  const value = ratingOf(given as RatingNumber);
  const reason = body['reason'] ? textIn(body, 'reason', longestReason) : null;
  await parts.host.transaction(request.caller, async (transaction) => {
    const messages = transaction.rows('chat_message', parts.host.system);
    await messages.lock(message.id);
    await messages.edit(message.id, { feedback: value });
    const rows = transaction.rows('chat_feedback', parts.host.system);
    const [known] = await rows.list({ message_id: message.id }, { limit: 1 });
    if (value === null) {
      if (known) await rows.del([known.id]);
      return;
    }
    const values = { value, reason };
    if (known) await rows.edit(known.id, values);
    else
      await rows.add({
        message_id: message.id,
        user_id: conversation.user_id,
        model_name: message.model_name,
        ...values,
      });
  });
}

/** Makes a public link to what is shown now, or takes it away for good: the next one is another. */
export async function share({ parts }: Chat, request: PluginRequest): Promise<{ readonly code: string | null }> {
  const { id } = await ownConversation(parts, request, request.body);
  const wanted = flagIn(request.body, 'shared');
  return parts.host.transaction(request.caller, async (transaction) => {
    const rows = transaction.rows('chat_conversation', parts.host.system);
    const row = await rows.lock(id);
    // Put away meanwhile.
    if (row.deleted_time !== null) throw notFound();
    if (wanted && row.shared !== null) return { code: row.shared };
    if (!wanted) {
      await rows.edit(id, notShared);
      return { code: null };
    }
    const code = randomCode();
    const messages = transaction.rows('chat_message', parts.host.system);
    const state = await stateOf(messages, row);
    await rows.edit(id, { shared: code, shared_leaf_id: row.leaf_id, shared_state: state as never });
    return { code };
  });
}
