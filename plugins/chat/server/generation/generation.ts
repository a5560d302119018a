import type { OutputWriter } from '#plugin';
import type { ChatModel } from '../models.ts';
import type { Owner } from '../owner.ts';
import type { ProviderFailure } from '../provider/failure.ts';
import type { Usage } from '../provider/part.ts';
import type { Spent } from './budget.ts';
import type { Context } from './context.ts';

/** An answer that is to be made. Its row and its reservation are there already. */
export interface Generation {
  readonly message: number;
  readonly owner: Owner;
  /** The one that was chosen, and those that are asked when it fails. */
  readonly models: readonly ChatModel[];
  readonly context: Context;
  /** Tokens of the answer at the most. */
  readonly maxTokens: number;
  readonly writer: OutputWriter;
  /** What stands there already, of an answer that goes on. */
  readonly before: string;
  /** What a visitor has spent on it; nothing of members, who pay by points. */
  readonly spent: Spent | undefined;
}

/** How an answer has ended. */
export interface Outcome {
  readonly status: 'done' | 'stopped' | 'failed' | 'interrupted';
  readonly failure: ProviderFailure | undefined;
  readonly usage: Usage | undefined;
  readonly text: string;
  /** The one that has answered. */
  readonly model: ChatModel;
}
