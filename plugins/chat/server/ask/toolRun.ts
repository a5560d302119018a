import { Problem, type Caller } from '#resource';
import type { AskPart } from '../../shared/ask.ts';
import type { ChatParts } from '../chatParts.ts';
import type { ToolCall } from '../provider/toolCalls.ts';
import { short } from './known.ts';
import { proposeChange, proposeRow } from './propose.ts';
import { countRows, describeTable, findRows, readRow } from './reading.ts';
import type { Tool } from './tool.ts';

const known: ReadonlyMap<string, Tool> = new Map([
  ['describe_table', describeTable],
  ['find_rows', findRows],
  ['read_row', readRow],
  ['count_rows', countRows],
  ['propose_change', proposeChange],
  ['propose_row', proposeRow],
]);

/** Bytes of what one call gives a model. */
const mostBytes = 12_000;

/** What came of a call: for the model, the person and the security log. */
export interface ToolOutcome {
  readonly text: string;
  readonly part: AskPart | undefined;
  readonly isRefused: boolean;
}

/** Runs a tool with the rights that the caller has now. What is refused is told to the model, which may do better. */
export async function runTool(parts: ChatParts, given: Caller, ask: number, call: ToolCall): Promise<ToolOutcome> {
  try {
    const caller = await callerNow(parts, given);
    const tool = known.get(call.name);
    if (!tool) throw new Problem('chatServer:ask.noTool', { tool: short(call.name) });
    const { data, part } = await tool({ parts, caller, ask }, inputOf(call));
    return { text: cut(data), part, isRefused: false };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const text = parts.host.translate({ key: error.key, params: error.params }, given.language);
    return { text: JSON.stringify({ refused: text }), part: undefined, isRefused: true };
  }
}

/** The caller with the rights of this moment; throws when they may not ask any more. */
const callerNow = (parts: ChatParts, caller: Caller): Promise<Caller> =>
  parts.host.transaction(caller, async ({ caller: now }) => {
    assertMayAsk(now);
    return now;
  });

/** What somebody needs who asks. */
export const askNode = 'chat/ask/use';
export function assertMayAsk(caller: Caller): void {
  if (!caller.may(askNode)) throw new Problem('rows:forbidden');
}

function inputOf({ arguments: text }: ToolCall): Readonly<Record<string, unknown>> {
  try {
    const input: unknown = JSON.parse(text.trim() || '{}');
    if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input as Record<string, unknown>;
  } catch {
    // Said below.
  }
  throw new Problem('chatServer:ask.wrongInput', { input: short(text) });
}

/** Rows go from the end until the rest fits; what is still too long says so. */
function cut(data: unknown): string {
  const { rows } = data as { readonly rows?: readonly unknown[] };
  for (let count = rows?.length ?? 0; ; count = Math.floor(count / 2)) {
    const isCut = rows !== undefined && count < rows.length;
    const text = JSON.stringify(isCut ? { ...(data as object), rows: rows.slice(0, count), cut: true } : data);
    if (Buffer.byteLength(text) <= mostBytes) return text;
    if (count === 0) return JSON.stringify({ cut: true, text: text.slice(0, mostBytes / 3).toWellFormed() });
  }
}
