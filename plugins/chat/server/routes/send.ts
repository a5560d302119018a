import type { PluginRequest, PluginTransaction } from '#plugin';
import { Invalid, Problem } from '#resource';
import type { Sent } from '../../shared/wire.ts';
import { messageAnswer, openAnswer, type ConversationRow } from '../answers.ts';
import type { Chat } from '../chat.ts';
import { begin, madeBefore, requestKeys, type Begun, type BegunColumns } from '../generation/begin.ts';
import { contextOf, tokensIn, type Shown } from '../generation/context.ts';
import { estimate } from '../generation/reserve.ts';
import { firstTitle } from '../generation/title.ts';
import { afterAnswer } from '../generation/afterAnswer.ts';
import { idOrNull, keyIn, textIn } from '../inputs.ts';
import { chosenModel, modelsFor } from '../models.ts';
import { ownerOf, type Owner } from '../owner.ts';
import { randomCode } from '../randomCode.ts';
import { attachmentsOf, type MessageRow } from '../tables/message.ts';
import { assertNoRefusedWord } from '../words.ts';
import { branchUp, ownConversation, withFirst } from './own.ts';

interface SentRows extends Begun {
  readonly user: MessageRow;
}

/** Takes a message and begins the answer; the same key again answers what it did before. */
export async function send(chat: Chat, request: PluginRequest): Promise<Sent> {
  const { parts, generations } = chat;
  const { caller, body } = request;
  const owner = ownerOf(request);
  const settings = await parts.host.settings('chat');
  const text = textIn(body, 'text', settings.chat_longest_text);
  const keys = requestKeys(owner, keyIn(body));
  const before = await sentBefore(chat, owner, keys, body);
  if (before) return answerOf(chat, request, before);
  const models = await modelsFor(parts, owner);
  const known = body['conversation_id'] ? await ownConversation(parts, request, body, 'conversation_id') : undefined;
  const model = chosenModel(models, idOrNull(body, 'model_id') ?? known?.model_id ?? null);
  const parent = await parentIn(chat, body, known);
  const attachments = await chat.files.attached(caller, body['attachments'], model);
  const asked: Shown = { role: 'user', text, attachments: attachments as never };
  // To read documents costs more than to refuse whoever cannot pay for an answer.
  if (attachments.length > 0) await estimate(parts, owner, model, tokensIn(text));
  await assertNoRefusedWord(parts, await chat.files.wordsOf(asked, owner.key));
  const branch = known && parent ? branchUp(parts, known, parent.id) : none();
  const context = await contextOf(model, withFirst(asked, branch), chat.files.turnOf(model, owner.key));
  const depth = (parent?.depth ?? 0) + 1;
  const write = async (transaction: PluginTransaction, columns: BegunColumns): Promise<SentRows | undefined> => {
    const system = parts.host.system;
    const [conversations, messages] = [
      transaction.rows('chat_conversation', system),
      transaction.rows('chat_message', system),
    ];
    const { id } =
      known ??
      (await conversations.add({
        code: randomCode(),
        title: firstTitle(text),
        owner: owner.key,
        user_id: owner.user,
        last_time: transaction.now,
      }));
    const { id: user_id } = await messages.add({
      conversation_id: id,
      parent_id: parent?.id ?? null,
      depth,
      role: 'user',
      text,
      attachments: attachments as never,
      files: attachments.map(({ url }) => url),
      ...keys,
    });
    const answer = await messages.add({
      conversation_id: id,
      parent_id: user_id,
      role: 'assistant',
      status: 'running',
      model_id: model.id,
      model_name: model.name,
      depth: depth + 1,
      left_out: context.leftOut,
      summarised: context.summarised,
      turn: 1,
      ...columns,
    });
    const conversation = await conversations.edit(id, {
      leaf_id: answer.id,
      model_id: model.id,
      last_time: transaction.now,
    });
    return { conversation, answer, user: (await messages.get(user_id))! };
  };
  try {
    const begun = await begin(
      parts,
      generations,
      { owner, caller, body, models, model, context },
      write,
      (rows, outcome) => afterAnswer(chat, rows, outcome, text),
    );
    return await answerOf(chat, request, begun!);
  } catch (error) {
    // The same request came at the same time, and was first.
    const other = error instanceof Problem ? await sentBefore(chat, owner, keys, body) : undefined;
    if (!other) throw error;
    return answerOf(chat, request, other);
  }
}

/** The message that an answer is to follow: the last of the branch unless said otherwise. */
async function parentIn(
  { parts }: Chat,
  body: PluginRequest['body'],
  conversation: ConversationRow | undefined,
): Promise<MessageRow | undefined> {
  const given = body['parent_id'] === undefined ? (conversation?.leaf_id ?? null) : idOrNull(body, 'parent_id');
  if (given === null) return undefined;
  const parent = await parts.rows('chat_message').get(given);
  if (!parent || parent.conversation_id !== conversation?.id)
    throw new Invalid({ parent_id: { key: 'rows:notFound' } });
  if (parent.status === 'running') throw new Problem('chatServer:stillRunning');
  return parent;
}

async function* none(): AsyncGenerator<Shown> {}

async function sentBefore(
  { parts }: Chat,
  owner: Owner,
  keys: ReturnType<typeof requestKeys>,
  { text, attachments, conversation_id: place }: PluginRequest['body'],
): Promise<SentRows | undefined> {
  const user = await madeBefore(parts, owner, keys);
  if (!user) return undefined;
  const isSame =
    user.role === 'user' &&
    plain(user.text) === plain(text as string) &&
    idsIn(attachmentsOf(user).map(({ id }) => id)) === idsIn(attachments);
  if (!isSame) throw new Problem('chatServer:keyUsed');
  const [answer] = await parts.rows('chat_message').list({ parent_id: user.id }, { limit: 1 });
  const conversation = await parts.rows('chat_conversation').get(user.conversation_id);
  if (!answer || !conversation) return undefined;
  // Who has heard nothing of the first message sends it without a conversation again.
  if (place && place !== conversation.code) throw new Problem('chatServer:keyUsed');
  return { user, answer, conversation };
}

/** As it is whatever a form and a column make of line breaks and of what stands around. */
const plain = (text: string | null): string => (text ?? '').replaceAll(/\r\n?/g, '\n').trim();

/** Each id once, in whatever order they came. */
const idsIn = (given: unknown): string =>
  Array.isArray(given) ? [...new Set(given.map(String))].toSorted().join() : '';

const answerOf = async ({ parts }: Chat, { caller }: PluginRequest, rows: SentRows): Promise<Sent> => ({
  conversation: openAnswer(rows.conversation),
  user: await messageAnswer(parts, rows.user, caller),
  answer: await messageAnswer(parts, rows.answer, caller),
});
