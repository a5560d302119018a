import { timeZone, type Caller } from '#resource';
import type { AskPart } from '../../shared/ask.ts';
import type { ChatParts } from '../chatParts.ts';
import { tokensIn } from '../generation/context.ts';
import type { ChatModel } from '../models.ts';
import { complete } from '../provider/complete.ts';
import { ProviderFailure } from '../provider/failure.ts';
import { ToolCalls, toolCallWire, type ToolCall } from '../provider/toolCalls.ts';
import { tablesOf } from './known.ts';
import { runTool } from './toolRun.ts';
import { instructions, tools } from './toolTexts.ts';

/** Times that the model is asked, calls of tools, and characters of an answer. */
const most = { rounds: 10, calls: 20, answer: 20_000 } as const;

/** What is told to the person while it goes on. */
export type AskEvent = { readonly text: string } | { readonly part: AskPart } | { readonly looking: string };

/** What an answer has come to. */
export interface AskResult {
  text: string;
  readonly parts: AskPart[];
  /** Calls of tools, for the security log. */
  readonly calls: { readonly tool: string; readonly input: string; readonly refused: boolean }[];
  tokensIn: number;
  tokensOut: number;
}
export const emptyResult = (): AskResult => ({ text: '', parts: [], calls: [], tokensIn: 0, tokensOut: 0 });

interface Question {
  readonly id: number;
  readonly text: string;
  /** Earlier questions and answers of the conversation, oldest first. */
  readonly before: readonly { readonly question: string; readonly answer: string }[];
}
type Turn = Readonly<Record<string, unknown>>;

/** Lets the model look things up until it has an answer; `result` has what came of it, also when this throws. */
export async function* answered(
  parts: ChatParts,
  caller: Caller,
  model: ChatModel,
  question: Question,
  result: AskResult,
  signal: AbortSignal,
): AsyncGenerator<AskEvent> {
  const turns = opening(parts, caller, model, question);
  for (let round = 1; round <= most.rounds && !signal.aborted; round += 1) {
    const isLast = round === most.rounds || result.calls.length >= most.calls;
    const calls = new ToolCalls();
    let said = '';
    const body = { messages: turns, max_tokens: model.maxTokens, tools, tool_choice: isLast ? 'none' : 'auto' };
    for await (const part of complete(parts, model.endpoint, body, signal)) {
      result.tokensIn += part.usage?.tokensIn ?? 0;
      result.tokensOut += part.usage?.tokensOut ?? 0;
      if (part.tools) calls.add(part.tools);
      if (!part.text) continue;
      said += part.text;
      if (result.text.length + part.text.length > most.answer)
        throw new ProviderFailure('chatServer:answerTooLong', 'the answer did not end');
      result.text += part.text;
      yield { text: part.text };
    }
    if (signal.aborted) return;
    const wanted = calls.all;
    if (wanted.length === 0) {
      if (result.text === '') throw new ProviderFailure('chatServer:provider.empty', 'no text');
      return;
    }
    if (isLast) throw new ProviderFailure('chatServer:ask.tooManyCalls', 'the model did not stop looking things up');
    // What is said between two calls and what follows are paragraphs.
    if (said !== '') {
      result.text += '\n\n';
      yield { text: '\n\n' };
    }
    turns.push({ role: 'assistant', content: said === '' ? null : said, tool_calls: wanted.map(toolCallWire) });
    for (const call of wanted) yield* looked(parts, caller, model, question.id, call, turns, result, signal);
  }
}

async function* looked(
  parts: ChatParts,
  caller: Caller,
  model: ChatModel,
  ask: number,
  call: ToolCall,
  turns: Turn[],
  result: AskResult,
  signal: AbortSignal,
): AsyncGenerator<AskEvent> {
  const tell = (content: string): void => void turns.push({ role: 'tool', tool_call_id: call.id, content });
  if (signal.aborted || result.calls.length >= most.calls) {
    tell(JSON.stringify({ refused: 'No more calls. Answer with what you have.' }));
    return;
  }
  yield { looking: call.name };
  const { text, part, isRefused } = await runTool(parts, caller, ask, call);
  result.calls.push({ tool: call.name.slice(0, 60), input: call.arguments.slice(0, 500), refused: isRefused });
  // What does not fit would only be cut off by the provider, at its beginning.
  tell(fits(model, turns, text) ? text : JSON.stringify({ refused: 'No room for the answer. Ask for fewer rows.' }));
  if (!part || isKnown(result.parts, part)) return;
  result.parts.push(part);
  yield { part };
}

/** Models look at the same list more than once. */
const isKnown = (parts: readonly AskPart[], part: AskPart): boolean =>
  part.type !== 'proposal' && parts.some((each) => JSON.stringify(each) === JSON.stringify(part));

/** What comes before the first round: instructions, as much of the conversation as has room, and the question. */
function opening(parts: ChatParts, caller: Caller, model: ChatModel, { text, before }: Question): Turn[] {
  const language = caller.language === 'en' ? 'English' : 'Chinese';
  const system = instructions(tablesOf(parts, caller), parts.host.now(), timeZone(), language);
  const turns: Turn[] = [{ role: 'user', content: text }];
  for (const each of before.toReversed()) {
    const more = [
      { role: 'user', content: each.question },
      { role: 'assistant', content: each.answer },
    ];
    if (!fits(model, [{ content: system }, ...more, ...turns], '', 2)) break;
    turns.unshift(...more);
  }
  return [{ role: 'system', content: system }, ...turns];
}

/** Whether all of it fits beside the answer; `share` leaves room for what is to be looked up. */
function fits({ contextLimit, maxTokens }: ChatModel, turns: readonly Turn[], more: string, share = 1): boolean {
  const room = contextLimit - Math.min(maxTokens, Math.floor(contextLimit / 2));
  return tokensIn(JSON.stringify([tools, turns])) + tokensIn(more) <= room / share;
}
