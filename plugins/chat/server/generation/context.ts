import { Problem } from '#resource';
import type { ChatModel } from '../models.ts';
import type { MessageRow } from '../tables/message.ts';

/** A message as the API of OpenAI has it. */
export interface Turn {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  /** Null where a model has only called tools. */
  readonly content: string | readonly object[] | null;
  readonly tool_calls?: readonly object[];
  readonly tool_call_id?: string;
}

export interface Context {
  readonly turns: readonly Turn[];
  /** Tokens, a little more than there will be. */
  readonly tokens: number;
  /** Earlier messages that did not fit, and of which the model is not told at all. */
  readonly leftOut: number;
  /** Earlier messages of which it is told by a summary only. */
  readonly summarised: number;
  readonly summary: string | null;
}

/** Tokens that a picture counts for, and what stands around each message. */
const pictureTokens = 1500;
const around = 8;

/** A little more tokens than a text has: three bytes are one, which is a Chinese character, or most of an English word. */
export const tokensIn = (text: string): number => Math.ceil(Buffer.byteLength(text) / 3);

/** The messages from the first one to this, oldest first. */
export function branchOf(messages: readonly MessageRow[], leaf: number | null): readonly MessageRow[] {
  const byId = new Map(messages.map((each) => [each.id, each]));
  const branch: MessageRow[] = [];
  for (let id = leaf; id !== null;) {
    const found = byId.get(id);
    // A parent is always older: a circle cannot be, and does not hang us if it were.
    if (!found || (branch.length > 0 && found.id >= branch.at(-1)!.id)) break;
    branch.push(found);
    id = found.parent_id;
  }
  return branch.toReversed();
}

/** A message as far as the context needs to know it; one that is not stored yet has no place. */
export type Shown = Pick<MessageRow, 'role' | 'text' | 'attachments'> & Partial<Pick<MessageRow, 'depth' | 'summary'>>;

/** Tokens for all that a model is shown, beside its answer. */
export const roomOf = ({ contextLimit, maxTokens }: Pick<ChatModel, 'contextLimit' | 'maxTokens'>): number =>
  contextLimit - Math.min(maxTokens, Math.floor(contextLimit / 2));

/** What comes before the messages: what the model is told, and the summary of what does not fit. */
export function systemTurns(
  { systemPrompt }: Pick<ChatModel, 'systemPrompt'>,
  summary: string | null,
): readonly Turn[] {
  const told = summary === null ? null : `Summary of the conversation until here:\n${summary}`;
  const content = [systemPrompt, told].filter((each) => each).join('\n\n');
  return content === '' ? [] : [{ role: 'system', content }];
}

/** What has failed before it said anything would be an empty turn, which some providers refuse. */
export const isShown = ({ role, text }: Pick<MessageRow, 'role' | 'text'>): boolean => role === 'user' || Boolean(text);

/**
 * What the model is shown of a branch, which comes newest first: as many messages as fit beside the answer. Where they do not,
 * the summary that stands at one of them is told instead of what came before.
 */
export async function contextOf(
  model: ChatModel,
  branch: AsyncIterable<Shown> | Iterable<Shown>,
  read: (message: Shown) => Promise<Turn> = plainTurn,
): Promise<Context> {
  const room = roomOf(model);
  const taken: { readonly turn: Turn; readonly message: Shown; readonly tokens: number }[] = [];
  const tokensUntil = (end: number): number => taken.slice(0, end).reduce((sum, each) => sum + each.tokens, 0);
  let cut: Shown | undefined;
  for await (const message of branch) {
    if (!isShown(message)) continue;
    const turn = await read(message);
    const tokens = tokensOf(turn);
    if (total(systemTurns(model, null)) + tokensUntil(taken.length) + tokens > room) {
      if (taken.length === 0) throw new Problem('chatServer:tooLongForModel', { model: model.name });
      cut = message;
      break;
    }
    taken.push({ turn, message, tokens });
  }
  const made = (end: number, summary: string | null, left: { leftOut: number; summarised: number }): Context => {
    const system = systemTurns(model, summary);
    const turns = taken.slice(0, end).map(({ turn }) => turn);
    return { turns: [...system, ...turns.toReversed()], tokens: total(system) + tokensUntil(end), summary, ...left };
  };
  if (!cut) return made(taken.length, null, { leftOut: 0, summarised: 0 });
  // The cut one may be what the summary stands at: all of it is told then.
  const at = [...taken.map(({ message }) => message), cut].findIndex(({ summary }) => summary);
  const found = at <= 0 ? undefined : (taken[at]?.message ?? cut);
  if (found && total(systemTurns(model, found.summary!)) + tokensUntil(at) <= room)
    return made(at, found.summary!, { leftOut: 0, summarised: found.depth ?? 0 });
  // An answer without its question would puzzle the model.
  const isHalf = taken.length > 1 && taken.at(-1)!.turn.role === 'assistant';
  return made(taken.length - (isHalf ? 1 : 0), null, {
    leftOut: Math.max(1, cut.depth ?? 1) + (isHalf ? 1 : 0),
    summarised: 0,
  });
}

const total = (turns: readonly Turn[]): number => turns.reduce((sum, turn) => sum + tokensOf(turn), 0);

const plainTurn = async ({ role, text }: Pick<MessageRow, 'role' | 'text'>): Promise<Turn> => ({
  role,
  content: text ?? '',
});

/** The text of a message, without its pictures. */
export const wordsOf = (content: Turn['content']): string =>
  content === null || typeof content === 'string'
    ? (content ?? '')
    : content.flatMap((part) => ('text' in part && typeof part.text === 'string' ? [part.text] : [])).join('\n');

export function tokensOf({ content, tool_calls: calls, tool_call_id: of = '' }: Turn): number {
  const called = tokensIn(of) + (calls ? tokensIn(JSON.stringify(calls)) : 0);
  if (content === null || typeof content === 'string') return around + called + tokensIn(content ?? '');
  const each = content.map((part) =>
    'text' in part && typeof part.text === 'string' ? tokensIn(part.text) : pictureTokens,
  );
  return around + called + each.reduce((sum, count) => sum + count, 0);
}
