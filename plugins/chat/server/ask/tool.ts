import type { Caller } from '#resource';
import type { AskPart } from '../../shared/ask.ts';
import type { ChatParts } from '../chatParts.ts';

/** For whom a tool runs, with the rights of now, and in answer to which question. */
export interface ToolContext {
  readonly parts: ChatParts;
  readonly caller: Caller;
  readonly ask: number;
}
interface ToolResult {
  /** What the model is told. */
  readonly data: unknown;
  /** What the person is shown beside the answer. */
  readonly part?: AskPart;
}
export type Tool = (context: ToolContext, input: Readonly<Record<string, unknown>>) => Promise<ToolResult>;
