import { ProviderFailure } from './failure.ts';
import { errorIn } from './refusal.ts';

/** What a provider counts, as far as it is a count at all. */
export interface Usage {
  readonly tokensIn: number | undefined;
  readonly tokensOut: number | undefined;
}

/** A piece of a call of a tool, as it grows: the first has its id and name. */
export interface ToolDelta {
  /** Which of several calls it belongs to. */
  readonly index: number;
  readonly id?: string;
  readonly name?: string;
  readonly arguments?: string;
}

/** A part of an answer. */
export interface Part {
  readonly text?: string;
  readonly tools?: readonly ToolDelta[];
  readonly usage?: Usage;
  /** It says that the answer is complete; its usage may follow. */
  readonly isEnd?: boolean;
  /** Why it ends, in its words: `stop`, `length`. */
  readonly reason?: string;
}

interface Said {
  readonly content?: unknown;
  readonly tool_calls?: unknown;
}
interface Chunk {
  readonly choices?: readonly { readonly delta?: Said; readonly message?: Said; readonly finish_reason?: unknown }[];
  readonly usage?: { readonly prompt_tokens?: unknown; readonly completion_tokens?: unknown } | null;
  readonly error?: unknown;
}

/** Reads one event. What it does not know it passes over, such as thoughts. */
export function* readPart(data: string): Generator<Part> {
  let chunk: Chunk | null;
  try {
    chunk = JSON.parse(data) as Chunk | null;
  } catch {
    throw unreadable(data);
  }
  if (typeof chunk !== 'object' || chunk === null) throw unreadable(data);
  if (chunk.error) {
    const { words, codes } = errorIn(data);
    throw new ProviderFailure('chatServer:provider.failed', ['an error in the stream', ...codes].join(' '), { words });
  }
  const choice = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined;
  const text = choice?.delta?.content ?? choice?.message?.content;
  const tools = toolsIn(choice?.delta?.tool_calls ?? choice?.message?.tool_calls);
  const reason = choice?.finish_reason;
  const isEnd = typeof reason === 'string';
  const usage = usageIn(chunk);
  if ((typeof text === 'string' && text !== '') || tools || isEnd || usage)
    yield {
      ...(typeof text === 'string' && { text }),
      ...(tools && { tools }),
      ...(isEnd && { isEnd, reason }),
      ...(usage && { usage }),
    };
}

const unreadable = (words: string): ProviderFailure =>
  new ProviderFailure('chatServer:provider.unreadable', 'an event that is not JSON', { words });

/** Whole calls have no index: theirs is the place at which they stand. */
function toolsIn(given: unknown): readonly ToolDelta[] | undefined {
  if (!Array.isArray(given) || given.length === 0) return undefined;
  return given.flatMap((each: unknown, at): ToolDelta[] => {
    if (typeof each !== 'object' || each === null) return [];
    const { index, id, function: called } = each as Readonly<Record<string, unknown>>;
    const { name, arguments: input } = (called ?? {}) as Readonly<Record<string, unknown>>;
    return [
      {
        index: Number.isSafeInteger(index) && Number(index) >= 0 ? Number(index) : at,
        ...(typeof id === 'string' && id !== '' && { id }),
        ...(typeof name === 'string' && name !== '' && { name }),
        ...(typeof input === 'string' && input !== '' && { arguments: input }),
      },
    ];
  });
}

function usageIn({ usage }: Chunk): Usage | undefined {
  if (typeof usage !== 'object' || usage === null) return undefined;
  return { tokensIn: countIn(usage.prompt_tokens), tokensOut: countIn(usage.completion_tokens) };
}

/** Undefined for whatever cannot be a count of tokens. */
const countIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value < 100_000_000 ? value : undefined;
