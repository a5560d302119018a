import type { ChatTimes } from '../chatParts.ts';
import { ProviderFailure } from './failure.ts';

/** Milliseconds for a count of tokens that comes behind the answer. */
const afterwards = 3000;

/** Ends a call that says nothing for too long, or never stops. */
export interface Watchdog {
  readonly signal: AbortSignal;
  /** Why it was ended, once it was. */
  readonly failure: ProviderFailure | undefined;
  /** Something has come. */
  alive(): void;
  /** The answer is complete; what may follow has a moment. */
  closing(): void;
  end(): void;
}

export function watchdog({ first, idle, whole }: ChatTimes, signal: AbortSignal): Watchdog {
  const ended = new AbortController();
  let failure: ProviderFailure | undefined;
  const fail = (milliseconds: number, key: string): void => {
    failure ??= new ProviderFailure(key, `nothing more after ${milliseconds} ms`);
    ended.abort(failure);
  };
  const silentAfter = (milliseconds: number) =>
    setTimeout(() => fail(milliseconds, 'chatServer:provider.silent'), milliseconds);
  let silence = silentAfter(first);
  let isFirst = true;
  const total = setTimeout(() => fail(whole, 'chatServer:provider.endless'), whole);
  return {
    signal: AbortSignal.any([signal, ended.signal]),
    get failure() {
      return failure;
    },
    alive() {
      if (!isFirst) {
        silence.refresh();
        return;
      }
      isFirst = false;
      clearTimeout(silence);
      silence = silentAfter(idle);
    },
    closing() {
      isFirst = false;
      clearTimeout(silence);
      silence = silentAfter(Math.min(idle, afterwards));
    },
    end() {
      clearTimeout(silence);
      clearTimeout(total);
      // The connection must not stay open behind an answer that nobody reads on.
      ended.abort();
    },
  };
}
