import type { PluginRequest } from '#plugin';
import { Problem } from '#resource';
import type { Answering } from '../../shared/wire.ts';
import { messageAnswer } from '../answers.ts';
import type { Chat } from '../chat.ts';
import { afterAnswer } from '../generation/afterAnswer.ts';
import { begin, madeBefore, requestKeys } from '../generation/begin.ts';
import { contextOf, type Shown } from '../generation/context.ts';
import { idOrNull, keyIn } from '../inputs.ts';
import { chosenModel, modelsFor } from '../models.ts';
import { ownerOf } from '../owner.ts';
import type { MessageRow } from '../tables/message.ts';
import { assertNoRefusedWord } from '../words.ts';
import { branchUp, ownMessage, withFirst } from './own.ts';

/** Another answer to the same question, beside the one that is there. */
export async function regenerate(chat: Chat, request: PluginRequest): Promise<Answering> {
  const { parts, generations } = chat;
  const { caller, body } = request;
  const owner = ownerOf(request);
  const keys = requestKeys(owner, keyIn(body));
  const answered = async (row: MessageRow) => ({ answer: await messageAnswer(parts, row, caller) });
  const { message, conversation } = await ownMessage(parts, request, body);
  if (message.role !== 'assistant') throw new Problem('chatServer:noAnswer');
  const madeOf = async (): Promise<MessageRow | undefined> => {
    const made = await madeBefore(parts, owner, keys);
    if (made && (made.role !== 'assistant' || made.parent_id !== message.parent_id))
      throw new Problem('chatServer:keyUsed');
    return made;
  };
  const before = await madeOf();
  if (before) return answered(before);
  const models = await modelsFor(parts, owner);
  const model = chosenModel(models, idOrNull(body, 'model_id') ?? stillThere(models, message.model_id));
  await assertQuestionAllowed(chat, message, owner.key);
  const branch = branchUp(parts, conversation, message.parent_id);
  const context = await contextOf(model, branch, chat.files.turnOf(model, owner.key));
  try {
    const begun = await begin(
      parts,
      generations,
      { owner, caller, body, models, model, context },
      async (transaction, columns) => {
        const answer = await transaction
          .rows('chat_message', parts.host.system)
          .add({
            conversation_id: conversation.id,
            parent_id: message.parent_id,
            role: 'assistant',
            status: 'running',
            model_id: model.id,
            model_name: model.name,
            depth: message.depth,
            left_out: context.leftOut,
            summarised: context.summarised,
            turn: 1,
            ...keys,
            ...columns,
          });
        const changes = { leaf_id: answer.id, model_id: model.id, last_time: transaction.now };
        const row = await transaction.rows('chat_conversation', parts.host.system).edit(conversation.id, changes);
        return { conversation: row, answer };
      },
      (rows, outcome) => afterAnswer(chat, rows, outcome),
    );
    return await answered(begun!.answer);
  } catch (error) {
    const other = error instanceof Problem ? await madeOf() : undefined;
    if (!other) throw error;
    return answered(other);
  }
}

/** Words may have been refused since the question was first sent. */
async function assertQuestionAllowed(
  { parts, files }: Chat,
  { parent_id }: Pick<MessageRow, 'parent_id'>,
  who: string,
): Promise<void> {
  const question = parent_id === null ? undefined : await parts.rows('chat_message').get(parent_id);
  if (question) await assertNoRefusedWord(parts, await files.wordsOf(question, who));
}

/** The model of before, if it can still be asked. */
const stillThere = (models: readonly { readonly id: number }[], id: number | null): number | null =>
  models.some((each) => each.id === id) ? id : null;

const goOn =
  'Your last message was cut off. Continue it exactly where it ends, without repeating anything and without an introduction.';

/** Goes on with an answer that has ended early: the same message, with a reservation of its own. */
export async function continueAnswer(chat: Chat, request: PluginRequest): Promise<Answering> {
  const { parts, generations } = chat;
  const { caller, body } = request;
  const owner = ownerOf(request);
  const { sent_key: key } = requestKeys(owner, keyIn(body));
  const { message, conversation } = await ownMessage(parts, request, body);
  if (message.turn_key === key) return { answer: await messageAnswer(parts, message, caller) };
  assertUnfinished(message);
  const models = await modelsFor(parts, owner);
  const model = chosenModel(models, stillThere(models, message.model_id));
  await assertQuestionAllowed(chat, message, owner.key);
  const before = message.text ?? '';
  const further = { role: 'user' as const, text: goOn, attachments: null };
  const branch = withFirst<Shown>(before === '' ? undefined : further, branchUp(parts, conversation, message.id));
  const context = await contextOf(model, branch, chat.files.turnOf(model, owner.key));
  const begun = await begin(
    parts,
    generations,
    { owner, caller, body, models, model, context, before },
    async (transaction, columns) => {
      const rows = transaction.rows('chat_message', parts.host.system);
      const now = await rows.lock(message.id);
      if (now.turn_key === key) return undefined;
      assertUnfinished(now);
      const answer = await rows.edit(message.id, {
        status: 'running',
        turn: now.turn + 1,
        turn_key: key,
        error: null,
        detail: null,
        provider_words: null,
        model_id: model.id,
        model_name: model.name,
        ...columns,
      });
      const changes = { leaf_id: message.id, last_time: transaction.now };
      return {
        answer,
        conversation: await transaction.rows('chat_conversation', parts.host.system).edit(conversation.id, changes),
      };
    },
    (rows, outcome) => afterAnswer(chat, rows, outcome),
  );
  const row = begun?.answer ?? (await parts.rows('chat_message').get(message.id))!;
  return { answer: await messageAnswer(parts, row, caller) };
}

function assertUnfinished({ role, status }: MessageRow): void {
  if (role !== 'assistant') throw new Problem('chatServer:noAnswer');
  if (status === 'running') throw new Problem('chatServer:stillRunning');
  if (status === 'done') throw new Problem('chatServer:complete');
}

/** Ends an answer, wherever it is made; what has come of it stays. */
export async function stop({ parts, generations }: Chat, request: PluginRequest): Promise<Answering> {
  const { message } = await ownMessage(parts, request, request.body);
  if (message.status === 'running') {
    const here = generations.stop(message.id);
    if (here) await here;
    else await parts.host.publish('chat.stop', { message: message.id });
  }
  const row = (await parts.rows('chat_message').get(message.id))!;
  return { answer: await messageAnswer(parts, row, request.caller) };
}
