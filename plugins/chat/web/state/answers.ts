import { stream } from '#web';
import type { Message } from '../../shared/wire.ts';
import { streamAddress } from './calls.ts';
import { dropLive, LiveText, setBroken } from './live.ts';
import { loadList } from './list.ts';
import { loadStart } from './start.ts';
import { changeConversation, chat, putMessages } from './store.ts';

/** The answers that this window reads, by their message. */
const reading = new Map<number, AbortController>();

/**
 * Reads an answer that is being written, from its beginning; it goes on while other pages are open. `onLost` is called when the
 * stream ends without the whole answer.
 */
export function follow(
  conversation: string,
  { id, status }: Message,
  onLost: (conversation: string) => Promise<void>,
): void {
  if (status !== 'running' || reading.has(id)) return;
  const ended = new AbortController();
  reading.set(id, ended);
  void read(conversation, id, ended.signal).then(async (isWhole) => {
    if (reading.get(id) === ended) reading.delete(id);
    if (isWhole || ended.signal.aborted) return;
    await onLost(conversation);
    dropLive(id);
  });
}

/** Whether the whole answer has come. */
async function read(conversation: string, id: number, signal: AbortSignal): Promise<boolean> {
  const live = new LiveText(id);
  let settled = false;
  try {
    const onConnection = (isThere: boolean): void => setBroken(id, !isThere);
    for await (const { event, data } of stream(streamAddress, { query: { message: id }, signal, onConnection })) {
      if (event === 'message') live.add((JSON.parse(data) as { text: string }).text);
      if (event === 'title') {
        changeConversation(conversation, JSON.parse(data) as { title: string });
        // One that was asked for before may come with the title of before.
        void loadList();
      }
      if (event !== 'done') continue;
      live.end();
      settled = true;
      putMessages(conversation, JSON.parse(data) as Message);
      dropLive(id);
      // What it has cost, or given back.
      void loadStart();
    }
  } catch {
    // The conversation as the server has it says what became of the answer.
  }
  live.end();
  setBroken(id, false);
  return settled;
}

/** Reads nothing any more: somebody else is there now. */
export function stopReading(): void {
  for (const ended of reading.values()) ended.abort();
  reading.clear();
}

/** The answer of this conversation that is being written. */
export const runningIn = (conversation: string | undefined): Message | undefined =>
  conversation === undefined
    ? undefined
    : chat.getState().threads[conversation]?.messages.findLast(({ status }) => status === 'running');
