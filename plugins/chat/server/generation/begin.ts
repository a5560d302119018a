import { createHash } from 'node:crypto';
import type { PluginTransaction } from '#plugin';
import type { Caller } from '#resource';
import type { ConversationRow } from '../answers.ts';
import { releaseLostCalls } from '../api/call.ts';
import type { ChatParts } from '../chatParts.ts';
import { withFallbacks, type ChatModel } from '../models.ts';
import type { Owner } from '../owner.ts';
import { longestAnswer, type MessageRow } from '../tables/message.ts';
import { assertNoRobot, allowanceOf, spend, type Spent } from './budget.ts';
import type { Context } from './context.ts';
import { holdKey } from './finish.ts';
import type { Outcome } from './generation.ts';
import type { Generations } from './generations.ts';
import { estimate, reserve } from './reserve.ts';

/** Who wants an answer of which model to what. */
export interface Wanted {
  readonly owner: Owner;
  readonly caller: Caller;
  readonly body: Readonly<Record<string, unknown>>;
  readonly models: readonly ChatModel[];
  readonly model: ChatModel;
  readonly context: Context;
  /** What stands there already, of an answer that goes on. */
  readonly before?: string;
}

/** What the transaction leaves: the row of the answer, not yet begun, and its conversation. */
export interface Begun {
  readonly conversation: ConversationRow;
  readonly answer: MessageRow;
}

/** What the row of an answer has while it is made. */
export interface BegunColumns {
  readonly output: string;
  readonly reserved: number | null;
  readonly spent: Spent | null;
}

/** Seconds that a growing log is kept after its end: the row has all of it then. */
const keepOutput = 3600;

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A request by its owner and key: another owner's key is another one. The key alone is for what is the owner's already. */
export const requestKeys = ({ key: owner }: Owner, key: string) => ({
  key: digest(`${owner}\0${key}`),
  sent_key: digest(key),
});

/** The message that the same request has made before, by whoever was here before they signed in. */
export async function madeBefore(
  parts: ChatParts,
  { key: owner }: Owner,
  { sent_key }: { readonly sent_key: string },
): Promise<MessageRow | undefined> {
  const where = { sent_key, 'conversation.owner': owner } as const;
  return (await parts.rows('chat_message').list(where, { limit: 1 }))[0];
}

/**
 * Counts, reserves and writes down in one transaction, then begins. `write` makes the rows; its `undefined` says that the same
 * request was here before, and nothing is begun.
 */
export async function begin<T extends Begun>(
  parts: ChatParts,
  generations: Generations,
  wanted: Wanted,
  write: (transaction: PluginTransaction, columns: BegunColumns) => Promise<T | undefined>,
  then: (begun: T, outcome: Outcome) => Promise<void>,
): Promise<T | undefined> {
  const { owner, caller, model, context, before = '' } = wanted;
  if (owner.user !== null) await releaseLostCalls(parts, owner.user);
  const allowance = await allowanceOf(parts, owner, caller);
  const solved = await assertNoRobot(parts, allowance, caller, wanted.body);
  const settings = await parts.host.settings('chat');
  const { maxTokens, points } = await estimate(parts, owner, model, context.tokens);
  const writer = await parts.host.outputs.create({ limit: longestAnswer * 8, keep: keepOutput });
  const undo = async (): Promise<void> => {
    await writer.end('failed').catch(() => {});
    await parts.host.outputs.remove(writer.id);
  };
  const { budgets, day } = allowance;
  const spent = owner.user === null ? { budgets: budgets.map(({ id }) => id), day } : null;
  let begun: T | undefined;
  try {
    if (before !== '') await writer.append(before);
    begun = await parts.host.transaction(caller, async (transaction) => {
      const written = await write(transaction, { output: writer.id, reserved: points, spent });
      if (!written) return undefined;
      await spend(parts, transaction, owner, allowance, { settings, solved });
      const { answer } = written;
      await reserve(parts, transaction, owner, points, {
        key: holdKey(answer),
        // Not the title: entries stay for ever, and others read them.
        memo: model.name,
        reference: `chat message ${answer.id}`,
      });
      return written;
    });
  } catch (error) {
    await undo();
    throw error;
  }
  if (!begun) {
    await undo();
    return undefined;
  }
  const taken = begun;
  const models = withFallbacks(wanted.models, model);
  const { answer } = taken;
  const hold = points === null ? undefined : holdKey(answer);
  const { id: message, conversation_id: conversation } = answer;
  generations.start({ message, conversation, hold, owner, models, context, maxTokens, writer, before }, (outcome) =>
    then(taken, outcome),
  );
  return taken;
}
