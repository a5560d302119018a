import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { keepStored, readStored } from '#web';
import type { ChatModelInfo, OpenConversation } from '../../shared/wire.ts';
import { changeConversation, chat, useChat } from '../state/store.ts';

const key = 'chatModel';
const latest = createStore<{ readonly id: number | undefined }>(() => ({ id: Number(readStored(key)) || undefined }));

/** From now on this model answers, here and in what is begun next. */
export function chooseModel(conversation: string | undefined, id: number): void {
  keepStored(key, String(id));
  latest.setState({ id });
  if (conversation !== undefined) changeConversation(conversation, { model_id: id });
}

const modelOf = (conversation: OpenConversation | undefined, chosen: number | undefined): ChatModelInfo | undefined => {
  const { models = [], model } = chat.getState().start ?? {};
  const wanted = [conversation?.model_id, conversation ? undefined : chosen, model];
  return wanted.map((id) => models.find((each) => each.id === id)).find(Boolean) ?? models[0];
};

/** The model that answers next. */
export function useModel(conversation: OpenConversation | undefined): ChatModelInfo | undefined {
  const { id } = useStore(latest);
  useChat(({ start }) => start);
  return modelOf(conversation, id);
}
