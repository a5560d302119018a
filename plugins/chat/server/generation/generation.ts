import type { OutputWriter } from '#plugin';
import type { ChatModel } from '../models.ts';
import type { Owner } from '../owner.ts';
import type { ProviderFailure } from '../provider/failure.ts';
import type { Usage } from '../provider/part.ts';
import type { Context } from './context.ts';

/** An answer that is to be made. Its row and its reservation are there already. */
export interface Generation {
  readonly message: number;
  readonly conversation: number;
  /** The key of its reservation; undefined where nothing is to be paid. */
  readonly hold: string | undefined;
  readonly owner: Owner;
  /** The one that was chosen, and those that are asked when it fails. */
  readonly models: readonly ChatModel[];
  readonly context: Context;
  /** Tokens of the answer at the most. */
  readonly maxTokens: number;
  readonly writer: OutputWriter;
  /** What stands there already, of an answer that goes on. */
  readonly before: string;
}

/** How an answer has ended. */
export interface Outcome {
  readonly status: 'done' | 'stopped' | 'failed' | 'interrupted';
  readonly failure: ProviderFailure | undefined;
  readonly usage: Usage | undefined;
  readonly text: string;
  /** Whether the model was asked at all: there was a connection, and the question went out. */
  readonly isAsked: boolean;
  /** The one that has answered. */
  readonly model: ChatModel;
}
