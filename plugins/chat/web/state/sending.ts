import { newUuid } from '#web';
import type { Message } from '../../shared/wire.ts';
import { follow } from './answers.ts';
import { calls, reasonOf, type Solved } from './calls.ts';
import { keepDraft, readDraft } from './drafts.ts';
import { loadList } from './list.ts';
import { loadStart } from './start.ts';
import { changeConversation, chat, putMessages, setOutgoing, type Thread } from './store.ts';
import { keepThread, reloadThread } from './threads.ts';
import { tellOthers } from './windows.ts';

export interface Sending {
  /** Undefined for a new one. */
  readonly conversation: string | undefined;
  /** The message that this one follows. */
  readonly parent: number | null;
  readonly text: string;
  readonly model: number | undefined;
  readonly attachments?: readonly number[];
  /** Where its draft is kept. */
  readonly draft: string;
}

export const placeOf = (conversation: string | undefined): string => conversation ?? 'new';

/**
 * Sends a message and reads the answer to it; gives the conversation that it is in. Undefined where the server did not take
 * it: the draft stays, and `outgoing` says why.
 */
export async function send(sending: Sending, solved?: Solved): Promise<string | undefined> {
  const { conversation, parent, text, model, attachments = [], draft } = sending;
  const place = placeOf(conversation);
  const { text: typed, key: usedKey, files } = readDraft(draft);
  const key = usedKey !== undefined && typed === text ? usedKey : newUuid();
  keepDraft(draft, { text, key, ...(files && { files }) });
  setOutgoing(place, { text, draft });
  try {
    const sent = await calls.send({
      conversation_id: conversation ?? null,
      parent_id: parent,
      text,
      key,
      ...(model === undefined ? {} : { model_id: model }),
      ...(attachments.length > 0 ? { attachments } : {}),
      ...solved,
    });
    keepDraft(draft, { text: '' });
    setOutgoing(place, undefined);
    show(sent.conversation.id, { ...sent.conversation, leaf_id: sent.answer.id }, [sent.user, sent.answer]);
    return sent.conversation.id;
  } catch (error) {
    // As it is worded by then.
    const retry = (passed?: Solved): void => void send({ ...sending, text: readDraft(draft).text || text }, passed);
    setOutgoing(place, { text, draft, refused: reasonOf(error), retry });
    // What is left to use may be another by now.
    void loadStart();
    return undefined;
  }
}

function show(id: string, conversation: Partial<Thread['conversation']>, messages: readonly Message[]): void {
  if (chat.getState().threads[id]) {
    putMessages(id, ...messages);
    changeConversation(id, conversation);
  } else keepThread(id, { conversation: { shared: null, ...conversation } as Thread['conversation'], messages });
  for (const message of messages) follow(id, message, reloadThread);
  tellOthers(id);
  void loadList();
  void loadStart();
}

/** Another answer to the same message, or more of this one. Rejects with what the server says. */
export async function again(
  how: 'regenerate' | 'continue',
  conversation: string,
  message: Message,
  more: { readonly model_id?: number } & Partial<Solved> = {},
): Promise<void> {
  const { answer } = await calls[how](message.id, newUuid(), more).catch((error: unknown) => {
    void loadStart();
    throw error;
  });
  show(conversation, { leaf_id: answer.id }, [answer]);
}
