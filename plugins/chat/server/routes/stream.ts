import { eventStream, type EventStream, type PluginRequest, type StreamEvent } from '#plugin';
import { messageAnswer, type ConversationRow } from '../answers.ts';
import type { Chat } from '../chat.ts';
import type { ChatParts } from '../chatParts.ts';
import { getsTitle } from '../generation/afterAnswer.ts';
import { recovered } from '../generation/recover.ts';
import type { MessageRow } from '../tables/message.ts';
import { ownMessage } from './own.ts';

/** Milliseconds that a stream waits for the title of a new conversation. */
const titleTime = 20_000;

/** The text of an answer from an offset on, for as long as it grows; then the whole message, and the title if one is made. */
export async function stream(chat: Chat, request: PluginRequest): Promise<EventStream> {
  const { message, conversation } = await ownMessage(chat.parts, request, request.query, 'message');
  const offset = String(request.lastEventId ?? request.query['offset']);
  const from = /^\d{1,9}$/.test(offset) ? Number(offset) : 0;
  return eventStream(eventsOf(chat, request, { message, conversation, from }));
}

async function* eventsOf(
  chat: Chat,
  { caller, signal }: PluginRequest,
  { message, conversation, from }: { message: MessageRow; conversation: ConversationRow; from: number },
): AsyncGenerator<StreamEvent> {
  const { parts, titles } = chat;
  const mayHaveTitle = await maySeeTitle(parts, conversation, message);
  const over = new AbortController();
  const title = mayHaveTitle
    ? titles.next(conversation.id, parts.times.whole + titleTime, AbortSignal.any([signal, over.signal]))
    : undefined;
  try {
    let offset = from;
    let row = message;
    if (row.status === 'running')
      for await (const { next, text } of growing(chat, row, offset, signal)) {
        offset = next;
        yield { id: next, data: { text } };
      }
    if (signal.aborted) return;
    row = await settledRow(chat, message.id, signal);
    if (row.status === 'running') return;
    const rest = (row.text ?? '').slice(offset);
    if (rest !== '') yield { id: offset + rest.length, data: { text: rest } };
    yield { event: 'done', data: await messageAnswer(parts, row, caller) };
    if (!title || row.status !== 'done') return;
    const known = await parts.rows('chat_conversation').get(conversation.id);
    const found = known?.titled ? known.title : await Promise.race([title, later(titleTime, signal)]);
    if (found !== undefined) yield { event: 'title', data: { title: found } };
  } finally {
    over.abort();
  }
}

/** A quick answer may have ended, and even have its title, before its stream is opened. */
async function maySeeTitle(parts: ChatParts, conversation: ConversationRow, message: MessageRow): Promise<boolean> {
  if (message.status === 'running') return getsTitle(parts, conversation, message);
  const hasJustEnded = message.status === 'done' && parts.host.now() - message.update_time < titleTime / 1000;
  return hasJustEnded && getsTitle(parts, { ...conversation, titled: 0 }, message);
}

/** What is made here comes at once, what another instance makes by the database. */
async function* growing(
  { parts, generations }: Chat,
  row: MessageRow,
  offset: number,
  signal: AbortSignal,
): AsyncIterable<{ readonly next: number; readonly text: string }> {
  const here = generations.running(row.id);
  if (!here) {
    yield* parts.host.outputs.follow(row.output!, { offset, signal });
    return;
  }
  yield* here.text.follow(offset, signal);
  if (!signal.aborted) await here.stored;
}

/** The row once its log has ended: it is written before, unless the server was killed. */
async function settledRow({ parts }: Chat, id: number, signal: AbortSignal): Promise<MessageRow> {
  for (let tries = 0; ; tries += 1) {
    const row = await recovered(parts, (await parts.rows('chat_message').get(id))!);
    if (row.status !== 'running' || tries > 20 || signal.aborted) return row;
    await later(200, signal);
  }
}

async function later(milliseconds: number, signal: AbortSignal): Promise<undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const done = (): void => resolve(undefined);
  const timer = setTimeout(done, milliseconds);
  signal.addEventListener('abort', done);
  await promise;
  clearTimeout(timer);
  signal.removeEventListener('abort', done);
  return undefined;
}
