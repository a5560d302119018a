import { Code } from '#resource';
import { http, HttpProblem } from '#web';
import type {
  Answering,
  ConversationAnswer,
  ConversationList,
  KeyInfo,
  Refusal,
  Sent,
  SharedConversation,
  Start,
} from '../../shared/wire.ts';

const at = (name: string): string => `/api/chat/${name}`;
/** What is refused is told where it was asked for. */
const quiet = { quiet: true, allowDuplicate: true } as const;

export const streamAddress = at('stream');

/** Proof that somebody has passed the security check. */
export interface Solved {
  readonly captchaId: string;
  readonly captchaInfo: string;
}
interface SendBody {
  readonly conversation_id: string | null;
  readonly parent_id: number | null;
  readonly text: string;
  readonly model_id?: number;
  readonly attachments?: readonly number[];
  /** The same key is the same message, however often it is sent. */
  readonly key: string;
}

/** The server half, call by call. */
export const calls = {
  start: () => http.get<Start>(at('start'), {}, quiet),
  keys: () => http.get<{ readonly list: readonly KeyInfo[] }>(at('keys'), {}, quiet),
  /** Only this answer has the secret. */
  addKey: (name: string, days?: number) =>
    http.post<KeyInfo>(at('addKey'), { name, ...(days === undefined ? {} : { days }) }, quiet),
  revokeKey: (id: number) => http.post(at('revokeKey'), { id }, quiet),
  conversations: (query: { search?: string; archived: 0 | 1; before?: string }) =>
    http.get<ConversationList>(at('conversations'), query, quiet),
  conversation: (id: string) => http.get<ConversationAnswer>(at('conversation'), { id }, quiet),
  send: (body: SendBody & Partial<Solved>) => http.post<Sent>(at('send'), { ...body }, quiet),
  stop: (message_id: number) => http.post(at('stop'), { message_id }, quiet),
  regenerate: (message_id: number, key: string, more: { model_id?: number } & Partial<Solved>) =>
    http.post<Answering>(at('regenerate'), { message_id, key, ...more }, quiet),
  continue: (message_id: number, key: string, more: Partial<Solved>) =>
    http.post<Answering>(at('continue'), { message_id, key, ...more }, quiet),
  select: (conversation_id: string, leaf_id: number) => http.post(at('select'), { conversation_id, leaf_id }, quiet),
  feedback: (message_id: number, value: 1 | -1 | 0, reason?: string) =>
    http.post(at('feedback'), { message_id, value, ...(reason ? { reason } : {}) }, quiet),
  rename: (id: string, title: string) => http.post(at('rename'), { id, title }, quiet),
  pin: (id: string, pinned: boolean) => http.post(at('pin'), { id, pinned }),
  archive: (id: string, archived: boolean) => http.post(at('archive'), { id, archived }),
  delete: (id: string) => http.post(at('delete'), { id }),
  restore: (id: string) => http.post(at('restore'), { id }),
  share: (id: string, shared: boolean) => http.post<{ code: string | null }>(at('share'), { id, shared }, quiet),
  shared: (code: string) => http.get<SharedConversation>(at('shared'), { code }, quiet),
  /** Points for coming by, where members have them. */
  checkIn: () => http.post('/api/account/checkIn'),
};

export type Need = Refusal['needed'];
const needs: readonly unknown[] = ['captcha', 'sign-in', 'points', 'model', 'patience'] satisfies readonly Need[];

/** What the server wants before it answers; undefined where the message says it all. */
function needOf(error: unknown): Need | undefined {
  if (!(error instanceof HttpProblem)) return undefined;
  // Nobody is signed in any more.
  if (error.code === Code.redirect || error.code === Code.login) return 'sign-in';
  const { needed } = (error.data ?? {}) as { needed?: unknown };
  return needs.includes(needed) ? (needed as Need) : undefined;
}

/** Why the server has not done something. */
export interface Reason {
  readonly message: string;
  readonly need: Need | undefined;
  /** What was given is refused as it is: the same again would be, too. */
  readonly isFinal: boolean;
}
export const reasonOf = (error: unknown): Reason => ({
  message: textOf(error),
  need: needOf(error),
  isFinal: error instanceof HttpProblem && Object.keys(error.errors ?? {}).length > 0,
});

export const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
