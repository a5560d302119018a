import { HttpProblem } from '#web';
import type { Message } from '../../shared/wire.ts';
import { follow } from './answers.ts';
import { calls, textOf } from './calls.ts';
import { changeConversation, changesOf, chat, type Thread } from './store.ts';
import { newestBelow, treeOf } from './tree.ts';
import { tellOthers } from './windows.ts';

/** Shows a conversation as the server has it, and reads what is being written in it. */
export async function reloadThread(id: string): Promise<void> {
  try {
    const before = changesOf(id);
    const thread = await calls.conversation(id);
    // The server may have said so before an answer ended that has come whole meanwhile, or a message was sent.
    if (changesOf(id) !== before) return await reloadThread(id);
    keepThread(id, thread);
  } catch (error) {
    const missing = error instanceof HttpProblem && (error.statusCode === 404 || error.code === 404);
    chat.setState(({ problems }) => ({ problems: { ...problems, [id]: { missing, message: textOf(error) } } }));
  }
}

export function keepThread(id: string, thread: Thread): void {
  chat.setState(({ threads, problems: { [id]: _solved, ...problems } }) => ({
    threads: { ...threads, [id]: thread },
    problems,
  }));
  for (const message of thread.messages) follow(id, message, reloadThread);
}

/** Goes on from another version of a turn, at the newest message below it. */
export async function showVersion(id: string, version: Message): Promise<void> {
  const thread = chat.getState().threads[id];
  const leaf = thread && newestBelow(treeOf(thread.messages), version.id);
  if (leaf === undefined || leaf === null) return;
  changeConversation(id, { leaf_id: leaf });
  // What is shown here is right either way.
  await calls.select(id, leaf).catch(() => {});
  tellOthers(id);
}
