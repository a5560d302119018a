import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { http, HttpProblem, stream } from '#web';
import type { AskPart, AskStart, Asked, Proposal, Turn } from '../../shared/ask.ts';

const url = '/admin/chat.ask';

interface Conversation {
  readonly start: AskStart | undefined;
  /** Why it could not be loaded, or the last question was not taken. */
  readonly failure: string | undefined;
  readonly turns: readonly Turn[];
  readonly thread: string | null;
  /** The tool that is being used for the answer that is on its way. */
  readonly looking: string | undefined;
  readonly draft: string;
}
/** It outlasts the page, whose tab may be closed and opened again. */
const conversation = createStore<Conversation>(() => ({
  start: undefined,
  failure: undefined,
  turns: [],
  thread: null,
  looking: undefined,
  draft: '',
}));
const set = conversation.setState;
let listening: AbortController | undefined;

export const useConversation = <T>(pick: (state: Conversation) => T): T => useStore(conversation, pick);
export const setDraft = (draft: string): void => set({ draft });

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const isOpen = ({ status }: Turn): boolean => status === 'waiting' || status === 'running';
/** Whether an answer is on its way. */
export const isAnswering = ({ turns }: Conversation): boolean => turns.some(isOpen);

export async function load(): Promise<void> {
  if (listening) return;
  set({ failure: undefined });
  try {
    const start = await http.get<AskStart>(`${url}/index`, {}, { quiet: true });
    set({ start, turns: start.turns, thread: start.thread });
    // Answered elsewhere, or not begun before a reload.
    const open = start.turns.find(isOpen);
    if (open) void listen(open.id);
  } catch (error) {
    set({ failure: reason(error) });
  }
}

/** Sends what is typed; it stays typed until the server has taken it. */
export async function ask(text: string): Promise<void> {
  const { thread } = conversation.getState();
  set({ failure: undefined });
  try {
    const { turn, thread: taken } = await http.post<Asked>(`${url}/ask`, { text, thread }, { quiet: true });
    set(({ turns, draft }) => ({ turns: [...turns, turn], thread: taken, draft: draft.trim() === text ? '' : draft }));
    await listen(turn.id);
  } catch (error) {
    set({ failure: error instanceof HttpProblem && error.errors?.['text'] ? error.errors['text'] : reason(error) });
  }
}

export const stop = (): void => listening?.abort();

export function beginAnew(): void {
  stop();
  set({ turns: [], thread: null, failure: undefined, looking: undefined });
}

const change = (id: number, next: (turn: Turn) => Turn): void =>
  set(({ turns }) => ({ turns: turns.map((turn) => (turn.id === id ? next(turn) : turn)) }));

type Event = Partial<{ text: string; part: AskPart; looking: string }>;

async function listen(id: number): Promise<void> {
  const abort = new AbortController();
  listening = abort;
  change(id, (turn) => ({ ...turn, status: 'running', answer: '', parts: [] }));
  try {
    for await (const { event, data } of stream(`${url}/stream`, {
      query: { id },
      signal: abort.signal,
      patience: 60_000,
    })) {
      if (event === 'done') {
        change(id, () => JSON.parse(data) as Turn);
        continue;
      }
      const { text, part, looking } = JSON.parse(data) as Event;
      set({ looking });
      if (text !== undefined) change(id, (turn) => ({ ...turn, answer: turn.answer + text }));
      if (part) change(id, (turn) => ({ ...turn, parts: [...turn.parts, part] }));
    }
    if (abort.signal.aborted) change(id, (turn) => (isOpen(turn) ? { ...turn, status: 'stopped' } : turn));
  } catch (error) {
    change(id, (turn) => ({ ...turn, status: 'failed', error: reason(error) }));
  } finally {
    if (listening === abort) listening = undefined;
    set({ looking: undefined });
  }
}

/** Accepts exactly the values that are shown, or none of them. */
export async function decide(turn: number, proposal: Proposal, isAccepted: boolean): Promise<void> {
  const { id, digest } = proposal;
  const done = await http.post<Proposal>(
    `${url}/${isAccepted ? 'accept' : 'decline'}`,
    isAccepted ? { id, digest } : { id },
    { quiet: true },
  );
  change(turn, (each) => ({
    ...each,
    parts: each.parts.map((part) => (part.type === 'proposal' && part.id === id ? done : part)),
  }));
}
