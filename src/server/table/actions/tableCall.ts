import type { Caller, Model } from '#resource';
import type { Route, RouteRequest } from '../../http/route.ts';
import type { Exported } from '../export/exportRows.ts';
import type { Say } from '../import/importState.ts';
import type { Translate } from '../fieldLabel.ts';
import type { Reader } from '../read.ts';
import type { WriteContext } from '../write/transaction.ts';

/** What the calls of the table controller work with. */
export interface CallContext {
  readonly write: WriteContext;
  readonly reader: Reader;
  readonly translate: Translate;
  readonly say: Say;
  /** Told of every export, once it has ended. */
  exported(event: Exported): Promise<void>;
}

/** One call of the table controller: a method of the gate, and the address `<base>/<path with dots>/<name>`. */
export interface TableCall<I extends readonly unknown[], O> {
  readonly name: string;
  readonly method: Route['method'];
  /** Key of the message that tells of success. */
  readonly success?: string;
  /**
   * It writes, by whoever owns the node of its name when it is committed. Others look by themselves who may ask, with the
   * rights of the moment at which they begin.
   */
  readonly writes: boolean;
  /** The action whose node it takes, if not one of its own name. */
  readonly node?: string;
  /** What it is called with, of a request; `base` is that of the realm. */
  input(request: RouteRequest, base: string): I;
  run(context: CallContext, caller: Caller, model: Model, ...input: I): O;
  /** `data` of the answer; what `run` gives when left out. */
  answer?(output: Awaited<O>, context: CallContext, caller: Caller, model: Model): unknown;
}

/** Infers the types of a call. */
export const tableCall = <I extends readonly unknown[], O>(call: TableCall<I, O>): TableCall<I, O> => call;
