import type { ConversationRow } from '../answers.ts';
import type { Chat } from '../chat.ts';
import type { ChatParts } from '../chatParts.ts';
import type { MessageRow } from '../tables/message.ts';
import type { Begun } from './begin.ts';
import type { Outcome } from './generation.ts';
import { summarise } from './summary.ts';
import { madeTitle } from './title.ts';

/** Whether the model is asked for a title behind this answer: the first one of a conversation that nobody has named. */
export async function getsTitle(
  parts: ChatParts,
  conversation: ConversationRow | undefined,
  { id }: Pick<MessageRow, 'id'>,
): Promise<boolean> {
  const settings = await parts.host.settings('chat');
  if (!settings.chat_titles || !conversation || conversation.titled) return false;
  return (await parts.rows('chat_message').count({ conversation_id: conversation.id, id: { lt: id } })) === 1;
}

/** After the first answer the model finds a title; of a long conversation it makes a summary. Nobody pays for either. */
export async function afterAnswer(
  { parts }: Chat,
  { conversation, answer }: Begun,
  outcome: Outcome,
  question?: string,
): Promise<void> {
  if (outcome.status !== 'done') return;
  if (question !== undefined) await giveTitle(parts, conversation.id, answer, outcome, question);
  await summarise(parts, outcome.model, conversation, answer.id);
}

async function giveTitle(
  parts: ChatParts,
  id: number,
  answer: MessageRow,
  outcome: Outcome,
  question: string,
): Promise<void> {
  const conversation = await parts.rows('chat_conversation').get(id);
  if (!(await getsTitle(parts, conversation, answer))) return;
  let { title } = conversation!;
  try {
    const made = await madeTitle(parts, outcome.model, question, outcome.text);
    if (made !== undefined) title = await store(parts, id, made);
  } finally {
    // Streams wait for it, whether there is a better one or not.
    await parts.host.publish('chat.titled', { conversation: id, title });
  }
}

/** Whoever has given it a name meanwhile keeps theirs. */
const store = (parts: ChatParts, id: number, title: string): Promise<string> =>
  parts.host.transaction(parts.host.system, async ({ rows }) => {
    const row = await rows('chat_conversation').lock(id);
    return row.titled ? row.title : (await rows('chat_conversation').edit(id, { title, titled: 1 })).title;
  });
