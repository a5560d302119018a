import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { ListedConversation, Message, OpenConversation, Start } from '../../shared/wire.ts';
import type { Reason, Solved } from './calls.ts';

export interface Thread {
  readonly conversation: OpenConversation;
  readonly messages: readonly Message[];
}
/** A message on its way to the server, or one that it has refused. */
export interface Outgoing {
  readonly text: string;
  /** Where its draft is kept. */
  readonly draft: string;
  /** Why it was not taken; undefined while it is on its way. */
  readonly refused?: Reason;
  /** Sends it once more, with proof where the server wants that. */
  readonly retry?: (solved?: Solved) => void;
}
export interface List {
  readonly rows: readonly ListedConversation[];
  readonly next: string | null;
  readonly state: 'loading' | 'ready' | 'failed';
  readonly search: string;
  readonly archived: boolean;
}

interface ChatState {
  readonly start: Start | undefined;
  /** Why the page could not begin. */
  readonly failed: string | undefined;
  readonly list: List;
  readonly threads: Readonly<Record<string, Thread>>;
  /** Conversations that could not be opened. */
  readonly problems: Readonly<Record<string, { readonly missing: boolean; readonly message: string }>>;
  /** By the conversation, or `new`. */
  readonly outgoing: Readonly<Record<string, Outgoing | undefined>>;
}

const first: ChatState = {
  start: undefined,
  failed: undefined,
  list: { rows: [], next: null, state: 'loading', search: '', archived: false },
  threads: {},
  problems: {},
  outgoing: {},
};

/** What this window knows of the conversations; it outlives the pages. */
export const chat = createStore<ChatState>(() => first);
export const useChat = <T>(pick: (state: ChatState) => T): T => useStore(chat, pick);

/** Somebody else is there now: nothing of who was there before stays. */
export const forgetAll = (): void => chat.setState(first, true);

export const changeList = (change: Partial<List>): void =>
  chat.setState(({ list }) => ({ list: { ...list, ...change } }));

/** How often each conversation was changed here, by its answers and by who uses it. */
const changes = new Map<string, number>();
export const changesOf = (id: string): number => changes.get(id) ?? 0;

function changeThread(id: string, change: (thread: Thread) => Thread): void {
  changes.set(id, changesOf(id) + 1);
  chat.setState((state) => {
    const thread = state.threads[id];
    return thread ? { threads: { ...state.threads, [id]: change(thread) } } : state;
  });
}

/** Changes what is known of a conversation, in the list and where it is open. */
export function changeConversation(id: string, change: Partial<OpenConversation>): void {
  changeThread(id, (thread) => ({ ...thread, conversation: { ...thread.conversation, ...change } }));
  const { list } = chat.getState();
  changeList({ rows: list.rows.map((row) => (row.id === id ? { ...row, ...change } : row)) });
}

/** Puts messages in their places: those that are there already by their id, new ones at the end. */
export function putMessages(id: string, ...given: readonly Message[]): void {
  changeThread(id, (thread) => {
    const known = new Map(thread.messages.map((message) => [message.id, message]));
    for (const message of given) known.set(message.id, message);
    return { ...thread, messages: [...known.values()] };
  });
}

export const setOutgoing = (place: string, outgoing: Outgoing | undefined): void =>
  chat.setState((state) => ({ outgoing: { ...state.outgoing, [place]: outgoing } }));
